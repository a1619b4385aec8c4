// Do authors keep their habits when the topic changes? For each measure of style an analysis of variance over
// author and topic: a large author effect with a small interaction is a habit that travels; a large
// interaction says that what an author does depends on the topic, so a model trained on other topics learns
// the wrong thing. (The test that earlier work on attribution across topics made, for any corpus.)
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/analysis/lexical/two_way_anova.h"
#include "standfast/base/sink.h"
#include "standfast/corpus/corpus.h"
#include "standfast/text/language.h"

namespace standfast {

struct InteractionOptions {
  Role target = Role::author;
  SumsOfSquares type = SumsOfSquares::type2;
  // Cells (author, topic) with fewer documents are left out. Larger: fewer cells, each surer.
  uint32_t min_documents = 2;
  int threads = 1;  // changes no byte
  // The language of the texts, if it is known: a code (text/function_words.h), or "none" for one without a list. Else it is
  // measured.
  std::string language = {};
};

struct MeasureInteraction {
  std::string name, meaning;
  uint64_t undefined = 0;  // documents in the cells on which it is not defined
  std::optional<TwoWayAnova> anova;
  std::string why_not;  // where there is none
  // Corrected for the number of measures, each effect by itself (Holm); nothing where p is not defined.
  std::optional<double> p_author, p_topic, p_interaction;
};

struct StyleInteraction {
  uint64_t documents = 0, left_out = 0;  // in the cells; in cells too small, or without author or topic
  uint64_t cells = 0, empty_cells = 0;   // of the authors and topics that are left
  uint32_t authors = 0, topics = 0;
  std::vector<MeasureInteraction> measures;
  std::string language;  // the code of the list of function words that was used, or ""
};

// The language of a corpus, as measured on a sample of its texts.
TextLanguage language_of(const Corpus& corpus);

// A data error where fewer than two authors or topics have cells of min_documents, or, for type III, where
// cells are empty.
Result<StyleInteraction> style_interaction(const Corpus& corpus, const InteractionOptions& options,
                                           Sink& sink = null_sink());

}  // namespace standfast
