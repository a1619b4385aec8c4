// The stability of authors' style across topics. Each measure of style gets an analysis of variance over
// author and topic: a large author effect with a small interaction is a habit that is independent of the
// topic; a large interaction says that an author's habits depend on the topic, so a model trained on other
// topics learns the wrong thing. (This is the test of earlier work on attribution across topics, for any
// corpus.)
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
  // Cells (author, topic) with fewer documents are left out. Larger: fewer cells, each more reliable.
  uint32_t min_documents = 2;
  int threads = 1;  // changes no byte
  // The language of the texts, if it is known: a code (text/function_words.h), or "none" for one without a
  // list. Otherwise it is detected.
  std::string language = {};
};

struct MeasureInteraction {
  std::string name, meaning;
  uint64_t undefined = 0;  // documents in the cells for which the measure is undefined
  std::optional<TwoWayAnova> anova;
  std::string why_not;  // the reason if there is no analysis
  // Corrected for the number of measures, each effect by itself (Holm); nothing if p is undefined.
  std::optional<double> p_author, p_topic, p_interaction;
};

struct StyleInteraction {
  uint64_t documents = 0, left_out = 0;  // left_out: in cells that are too small, or without author or topic
  uint64_t cells = 0, empty_cells = 0;   // of the remaining authors and topics
  uint32_t authors = 0, topics = 0;
  std::vector<MeasureInteraction> measures;
  std::string language;  // the code of the list of function words in use, or ""
};

// Detects the language of a corpus on a sample of its texts.
TextLanguage language_of(const Corpus& corpus);

// Analyses the corpus. A data error if fewer than two authors or topics have cells of min_documents, or, for
// type III, if cells are empty.
Result<StyleInteraction> style_interaction(const Corpus& corpus, const InteractionOptions& options,
                                           Sink& sink = null_sink());

}  // namespace standfast
