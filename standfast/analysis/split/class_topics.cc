// What a class is about on either side: its words by c-TF-IDF, tf(t, c) ln(1 + A / tf(t)), where A is the mean number
// of words of a class (Grootendorst 2022, BERTopic, section 3.3).
#include <algorithm>
#include <cmath>

#include "standfast/analysis/split/analyses.h"
#include "standfast/analysis/split/class_counts.h"
#include "standfast/base/option_table.h"
#include "standfast/text/word_list.h"

namespace standfast {
namespace {

struct ClassTopicOptions {
  uint32_t top = 50, min_count = 5;
  std::string stop_words;
};

OptionTable<ClassTopicOptions> class_topic_table() {
  OptionTable<ClassTopicOptions> table;
  table.add("top", &ClassTopicOptions::top, "best words of a class that are compared").between(1, 1e6);
  table
      .add("min-count", &ClassTopicOptions::min_count,
           "words that occur less often on a side are passed over there; higher: less noise from rare words")
      .at_least(1);
  table
      .add("stop-words", &ClassTopicOptions::stop_words,
           "file of words that are left out; none: every word counts")
      .path()
      .holds(kWordListKind);
  return table;
}

class ClassTopics final : public SplitAnalysis {
 public:
  explicit ClassTopics(ClassTopicOptions options) : options_(std::move(options)) {}
  Result<std::vector<FoldMeasures>> measure(const Corpus& corpus, std::span<const Fold> folds,
                                            const SplitAnalysisContext& context) const override {
    SF_ASSIGN(const auto stop_words, lower_case_words(options_.stop_words));
    const WordRows words = word_rows(corpus, stop_words);
    std::vector<FoldMeasures> all;
    for (const Fold& fold : folds) {
      FoldMeasures made;
      const auto train = count_class_words(words, *context.classes, fold.train);
      const auto test = count_class_words(words, *context.classes, fold.test);
      for (uint32_t c = 0; c < context.classes->names.size(); ++c)
        compare_lists(context.classes->names[c], weights(train, c), weights(test, c), options_.top, words,
                      made);
      add_class_means(made);
      all.push_back(std::move(made));
    }
    return all;
  }

 private:
  std::vector<WordScore> weights(const ClassWordCounts& counts, uint32_t c) const {
    const auto classes =
        std::count_if(counts.of_class.begin(), counts.of_class.end(), [](auto n) { return n > 0; });
    std::vector<WordScore> found;
    if (classes == 0) return found;
    const double mean = static_cast<double>(counts.all) / static_cast<double>(classes);
    for (uint32_t word = 0; word < counts.of_word.size(); ++word)
      if (counts.of_word[word] >= options_.min_count && counts.of[c][word] > 0)
        found.push_back({word, static_cast<double>(counts.of[c][word]) *
                                   std::log(1 + mean / static_cast<double>(counts.of_word[word]))});
    return found;
  }

  ClassTopicOptions options_;
};

}  // namespace

SplitAnalysisCatalog::Entry class_topics_analysis() {
  return {
      .name = "topics",
      .summary =
          "Words that mark a class by c-TF-IDF on either side: how many of the best of train are among the "
          "best of test.",
      .citation =
          "Grootendorst 2022, BERTopic: Neural topic modeling with a class-based TF-IDF procedure, section "
          "3.3",
      .traits = {.reads_classes = true, .lists_words = true},
      .options = class_topic_table(),
      .make = made_as<SplitAnalysis, ClassTopics>(class_topic_table())};
}

}  // namespace standfast
