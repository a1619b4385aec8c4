// The agreement of the words that indicate a class on both sides. The score of a word w for a class c is
// PMI(w, c) - PMI(w, rest) = ln P(w | c) / P(w | rest) (de Gibert, Perez, García-Pablos, Cuadros 2018, Hate
// Speech Dataset from a White Supremacy Forum, ALW2, section 4).
#include <cmath>

#include "standfast/analysis/split/analyses.h"
#include "standfast/analysis/split/class_counts.h"

namespace standfast {
namespace {

struct ClassWordOptions {
  ClassListOptions lists = {.top = 1500, .min_count = 5, .stop_words = {}};
  double add = .5;
};

OptionTable<ClassWordOptions> class_word_table() {
  OptionTable<ClassWordOptions> table;
  table.include(&ClassWordOptions::lists,
                class_list_table("best words of a class that are compared, of those that speak for it"));
  table.add("add", &ClassWordOptions::add, "added to each count; higher: rare words score nearer to 0")
      .above(0);
  return table;
}

class ClassWords final : public SplitAnalysis {
 public:
  explicit ClassWords(ClassWordOptions options) : options_(std::move(options)) {}
  Result<std::vector<FoldMeasures>> measure(const Corpus& corpus, std::span<const Fold> folds,
                                            const SplitAnalysisContext& context) const override {
    return compare_classes(corpus, folds, context, options_.lists,
                           [this](const ClassWordCounts& side, uint32_t c) { return scores(side, c); });
  }

 private:
  std::vector<WordScore> scores(const ClassWordCounts& counts, uint32_t c) const {
    std::vector<WordScore> found;
    if (counts.of_class[c] == 0 || counts.of_class[c] == counts.all) return found;
    std::vector<uint32_t> kept;
    for (uint32_t word = 0; word < counts.of_word.size(); ++word)
      if (counts.of_word[word] >= options_.lists.min_count) kept.push_back(word);
    const double added = options_.add * static_cast<double>(kept.size());
    const double in = static_cast<double>(counts.of_class[c]) + added;
    const double out = static_cast<double>(counts.all - counts.of_class[c]) + added;
    for (const uint32_t word : kept) {
      const double a = static_cast<double>(counts.of[c][word]) + options_.add;
      const double b = static_cast<double>(counts.of_word[word] - counts.of[c][word]) + options_.add;
      // The quotient of two counts is rounded once, so words with one ratio have one score.
      found.push_back({word, std::log(a / b) + std::log(out / in)});
    }
    return found;
  }

  ClassWordOptions options_;
};

}  // namespace

SplitAnalysisCatalog::Entry class_words_analysis() {
  return {
      .name = "class-words",
      .summary =
          "Words that speak for a class by pointwise mutual information: how many of the best of train are "
          "among the best of test.",
      .citation =
          "de Gibert, Perez, García-Pablos, Cuadros 2018, Hate Speech Dataset from a White Supremacy "
          "Forum, ALW2, section 4",
      .traits = {.reads_classes = true, .lists_words = true},
      .options = class_word_table(),
      .make = made_as<SplitAnalysis, ClassWords>(class_word_table())};
}

}  // namespace standfast
