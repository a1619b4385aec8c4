// Analyses that score the words of each class on both sides of a fold and compare the lists of the best.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "standfast/analysis/split/class_counts.h"
#include "standfast/base/option_table.h"

namespace standfast {

struct ClassListOptions {
  uint32_t top = 50, min_count = 5;
  std::string stop_words;  // path; "": every word counts
};
// top: the meaning of that option.
OptionTable<ClassListOptions> class_list_table(const std::string& top);

// The scores of words of class c on one side; words that it leaves out have none.
using ClassScores = std::function<std::vector<WordScore>(const ClassWordCounts& side, uint32_t c)>;

// One entry a fold: the measures of compare_lists() for every class, then their means.
Result<std::vector<FoldMeasures>> compare_classes(const Corpus& corpus, std::span<const Fold> folds,
                                                  const SplitAnalysisContext& context,
                                                  const ClassListOptions& options, const ClassScores& scores);

}  // namespace standfast
