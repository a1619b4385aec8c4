#include "standfast/analysis/split/class_lists.h"

#include "standfast/text/word_list.h"

namespace standfast {

OptionTable<ClassListOptions> class_list_table(const std::string& top) {
  OptionTable<ClassListOptions> table;
  table.add("top", &ClassListOptions::top, top).between(1, 1e6);
  table
      .add("min-count", &ClassListOptions::min_count,
           "words that occur less often on a side are passed over there; higher: less noise from rare words")
      .at_least(1);
  table
      .add("stop-words", &ClassListOptions::stop_words,
           "file of words that are left out; none: every word counts")
      .path()
      .holds(kWordListKind);
  return table;
}

Result<std::vector<FoldMeasures>> compare_classes(const Corpus& corpus, std::span<const Fold> folds,
                                                  const SplitAnalysisContext& context,
                                                  const ClassListOptions& options,
                                                  const ClassScores& scores) {
  const Column& classes = *context.classes;
  SF_ASSIGN(const auto stop_words, lower_case_words(options.stop_words));
  const WordRows words = word_rows(corpus, stop_words, context.threads);
  std::vector<FoldMeasures> all;
  for (const Fold& fold : folds) {
    FoldMeasures made;
    const auto train = count_class_words(words, classes, fold.train);
    const auto test = count_class_words(words, classes, fold.test);
    for (uint32_t c = 0; c < classes.names.size(); ++c)
      compare_lists(classes.names[c], scores(train, c), scores(test, c), options.top, words, made);
    add_class_means(made);
    all.push_back(std::move(made));
  }
  return all;
}

}  // namespace standfast
