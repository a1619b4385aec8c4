// The topic words of a class on either side: its words by c-TF-IDF, tf(t, c) ln(1 + A / tf(t)), where A is
// the mean number of words of a class (Grootendorst 2022, BERTopic, section 3.3).
#include <algorithm>
#include <cmath>

#include "standfast/analysis/split/analyses.h"
#include "standfast/analysis/split/class_counts.h"

namespace standfast {
namespace {

OptionTable<ClassListOptions> class_topic_table() {
  return class_list_table("best words of a class that are compared");
}

class ClassTopics final : public SplitAnalysis {
 public:
  explicit ClassTopics(ClassListOptions options) : options_(std::move(options)) {}
  Result<std::vector<FoldMeasures>> measure(const Corpus& corpus, std::span<const Fold> folds,
                                            const SplitAnalysisContext& context) const override {
    return compare_classes(corpus, folds, context, options_,
                           [this](const ClassWordCounts& side, uint32_t c) { return weights(side, c); });
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

  ClassListOptions options_;
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
