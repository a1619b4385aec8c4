// Do the same words speak for a class on both sides? Score of a word w for a class c: PMI(w, c) - PMI(w, rest) =
// ln P(w | c) / P(w | rest) (de Gibert, Perez, García-Pablos, Cuadros 2018, Hate Speech Dataset from a White Supremacy
// Forum, ALW2, section 4).
#include <cmath>

#include "standfast/analysis/split/analyses.h"
#include "standfast/analysis/split/class_counts.h"
#include "standfast/base/option_table.h"
#include "standfast/text/word_list.h"

namespace standfast {
namespace {

struct ClassWordOptions {
  uint32_t top = 1500, min_count = 5;
  double add = .5;
  std::string stop_words;
};

OptionTable<ClassWordOptions> class_word_table() {
  OptionTable<ClassWordOptions> table;
  table
      .add("top", &ClassWordOptions::top,
           "best words of a class that are compared, of those that speak for it")
      .between(1, 1e6);
  table
      .add("min-count", &ClassWordOptions::min_count,
           "words that occur less often on a side are passed over there; higher: less noise from rare words")
      .at_least(1);
  table.add("add", &ClassWordOptions::add, "added to each count; higher: rare words score nearer to 0")
      .above(0);
  table
      .add("stop-words", &ClassWordOptions::stop_words,
           "file of words that are left out; none: every word counts")
      .path()
      .holds(kWordListKind);
  return table;
}

class ClassWords final : public SplitAnalysis {
 public:
  explicit ClassWords(ClassWordOptions options) : options_(std::move(options)) {}
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
        compare_lists(context.classes->names[c], scores(train, c), scores(test, c), options_.top, words,
                      made);
      add_class_means(made);
      all.push_back(std::move(made));
    }
    return all;
  }

 private:
  std::vector<WordScore> scores(const ClassWordCounts& counts, uint32_t c) const {
    std::vector<WordScore> found;
    if (counts.of_class[c] == 0 || counts.of_class[c] == counts.all) return found;
    std::vector<uint32_t> kept;
    for (uint32_t word = 0; word < counts.of_word.size(); ++word)
      if (counts.of_word[word] >= options_.min_count) kept.push_back(word);
    const double added = options_.add * static_cast<double>(kept.size());
    const double in = static_cast<double>(counts.of_class[c]) + added;
    const double out = static_cast<double>(counts.all - counts.of_class[c]) + added;
    for (const uint32_t word : kept) {
      const double a = static_cast<double>(counts.of[c][word]) + options_.add;
      const double b = static_cast<double>(counts.of_word[word] - counts.of[c][word]) + options_.add;
      found.push_back({word, std::log(a / in) - std::log(b / out)});
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
