// Style file of a classification run, style_interaction.json (docs/run-folder.md): the analysis of variance
// of measures of style over the target column and topic. With it the report can show the analysis without the
// texts.
#pragma once

#include <optional>
#include <string>

#include "standfast/analysis/lexical/style_interaction.h"
#include "standfast/base/field_table.h"
#include "standfast/corpus/corpus.h"

namespace standfast {

struct StyleFile {
  std::string corpus, target;
  std::optional<StyleInteraction> found;
  std::string why_not;  // reason why there is no analysis
};

// Analyses a corpus with topics. If the corpus does not allow the analysis, the result has the reason.
StyleFile style_of_corpus(const std::string& name, const Corpus& corpus, Role target, int threads);

const FieldTable<StyleFile>& style_fields();

}  // namespace standfast
