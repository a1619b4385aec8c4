// Words by class on one side of a fold, and the comparison of the top word lists of both sides.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "standfast/analysis/split/split_analysis.h"
#include "standfast/analysis/split/word_rows.h"
#include "standfast/base/option_table.h"

namespace standfast {

struct ClassWordCounts {
  std::vector<std::vector<uint64_t>> of;  // [class][word]
  std::vector<uint64_t> of_class;         // words of each class
  std::vector<uint64_t> of_word;          // all classes together
  uint64_t all = 0;
};
// Counts the words of each class. Rows without a class are skipped.
ClassWordCounts count_class_words(const WordRows& words, const Column& classes, const RowSet& rows);

struct WordScore {
  uint32_t word = 0;
  double score = 0;
};
// Returns the best `most` words, best first; ties are in the order of their words.
std::vector<WordScore> best_words(std::vector<WordScore> scores, size_t most, const WordRows& words);

// Adds the measures of a class: the number of the best words of train that are among the best of test,
// Spearman's rank correlation of the scores of words that both sides have scores for, and the lists
// themselves.
void compare_lists(const std::string& name_of_class, const std::vector<WordScore>& train,
                   const std::vector<WordScore>& test, size_t most, const WordRows& words,
                   FoldMeasures& made);

// Adds the means over classes, as the property.
void add_class_means(FoldMeasures& made);

// Options of analyses that score the words of each class on both sides of a fold and compare the top lists.
struct ClassListOptions {
  uint32_t top = 50, min_count = 5;
  std::string stop_words;  // path; "": every word counts
};
// Returns the option table. top: the help text of that option.
OptionTable<ClassListOptions> class_list_table(const std::string& top);

// A scorer of the words of class c on one side; omitted words have no score.
using ClassScores = std::function<std::vector<WordScore>(const ClassWordCounts& side, uint32_t c)>;

// Returns one entry per fold: the measures of compare_lists() for every class, then their means.
Result<std::vector<FoldMeasures>> compare_classes(const Corpus& corpus, std::span<const Fold> folds,
                                                  const SplitAnalysisContext& context,
                                                  const ClassListOptions& options, const ClassScores& scores);

}  // namespace standfast
