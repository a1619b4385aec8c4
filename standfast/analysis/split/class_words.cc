// The analyses of the words of each class on either side of a fold: words are scored for a class on each
// side, and the best of both sides are compared. class-words scores by pointwise mutual information, topics
// by c-TF-IDF.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "standfast/analysis/split/analyses.h"
#include "standfast/analysis/split/split_analysis.h"
#include "standfast/analysis/split/word_rows.h"
#include "standfast/base/option_table.h"
#include "standfast/metric/stat/correlation.h"
#include "standfast/text/line_lists.h"

namespace standfast {
namespace {

struct ClassWordCounts {
  std::vector<std::vector<uint64_t>> of;  // [class][word]
  std::vector<uint64_t> of_class;         // words of each class
  std::vector<uint64_t> of_word;          // all classes together
  uint64_t all = 0;
};

struct WordScore {
  uint32_t word = 0;
  double score = 0;
};

// Options of analyses that score the words of each class on both sides of a fold and compare the top lists.
struct ClassListOptions {
  uint32_t top = 50, min_count = 5;
  std::string stop_words;  // path; "": every word counts
};

// A scorer of the words of class c on one side; omitted words have no score.
using ClassScores = std::function<std::vector<WordScore>(const ClassWordCounts& side, uint32_t c)>;

// Counts the words of each class. Rows without a class are skipped.
ClassWordCounts count_class_words(const WordRows& words, const Column& classes, const RowSet& rows) {
  ClassWordCounts counts;
  counts.of.assign(classes.names.size(), std::vector<uint64_t>(words.words.size(), 0));
  counts.of_class.assign(classes.names.size(), 0);
  counts.of_word.assign(words.words.size(), 0);
  for (const uint32_t row : rows) {
    const uint32_t code = classes.codes[row];
    if (code == kMissing) continue;
    for (const uint32_t word : words.of(row)) {
      ++counts.of[code][word];
      ++counts.of_word[word];
    }
    counts.of_class[code] += words.of(row).size();
    counts.all += words.of(row).size();
  }
  return counts;
}

// Returns the best `most` words, best first; ties are in the order of their words.
std::vector<WordScore> best_words(std::vector<WordScore> scores, size_t most, const WordRows& words) {
  std::sort(scores.begin(), scores.end(), [&](const WordScore& a, const WordScore& b) {
    return a.score != b.score ? a.score > b.score : words.words[a.word] < words.words[b.word];
  });
  if (scores.size() > most) scores.resize(most);
  return scores;
}

// Adds the measures of a class: the number of the best words of train that are among the best of test,
// Spearman's rank correlation of the scores of words that both sides have scores for, and the lists
// themselves.
void compare_lists(const std::string& name_of_class, const std::vector<WordScore>& train,
                   const std::vector<WordScore>& test, size_t most, const WordRows& words,
                   FoldMeasures& made) {
  std::unordered_map<uint32_t, double> train_scores;
  for (const auto& one : train) train_scores[one.word] = one.score;
  std::vector<double> x, y;
  for (const auto& one : test)
    if (const auto found = train_scores.find(one.word); found != train_scores.end()) {
      x.push_back(found->second);
      y.push_back(one.score);
    }
  const auto speaks_for = [&](const std::vector<WordScore>& scores) {
    std::vector<WordScore> kept;
    std::copy_if(scores.begin(), scores.end(), std::back_inserter(kept),
                 [](const auto& s) { return s.score > 0; });
    return best_words(std::move(kept), most, words);
  };
  const auto best_train = speaks_for(train), best_test = speaks_for(test);
  std::unordered_set<uint32_t> tested;
  for (const auto& one : best_test) tested.insert(one.word);
  const auto shared = std::count_if(best_train.begin(), best_train.end(),
                                    [&](const auto& one) { return tested.contains(one.word); });
  SplitMeasure overlap{name_of_class, "overlap", std::nullopt, best_train.size(), train.size()};
  if (best_train.empty() || best_test.empty())
    overlap.note = "a side has no word that counts";
  else
    overlap.value = static_cast<double>(shared) / static_cast<double>(best_train.size());
  made.measures.push_back(std::move(overlap));
  // If the test list has fewer words than the train list, no overlap can reach 1.
  SplitMeasure ceiling{name_of_class, "overlap-at-most", std::nullopt, best_test.size(), test.size()};
  if (best_train.empty() || best_test.empty())
    ceiling.note = "a side has no word that counts";
  else
    ceiling.value = static_cast<double>(std::min(best_train.size(), best_test.size())) /
                    static_cast<double>(best_train.size());
  made.measures.push_back(std::move(ceiling));
  SplitMeasure ranks{name_of_class, "rank-correlation", spearman(x, y), x.size(), train.size()};
  if (!ranks.value) ranks.note = "fewer than two words in common, or all with one score";
  made.measures.push_back(std::move(ranks));
  for (const auto& [side, list] : {std::pair("train", &best_train), std::pair("test", &best_test)})
    for (size_t i = 0; i < list->size(); ++i)
      made.words.push_back({name_of_class, side, static_cast<uint32_t>(i + 1), words.words[(*list)[i].word],
                            (*list)[i].score});
}

// Adds the means over classes, as the property.
void add_class_means(FoldMeasures& made) {
  for (const char* name : {"overlap", "rank-correlation"}) {
    SplitMeasure mean{"", name, std::nullopt, 0, 0};
    double sum = 0;
    for (const auto& one : made.measures) {
      if (one.name != name) continue;
      ++mean.total;
      if (!one.value) continue;
      ++mean.used;
      sum += *one.value;
    }
    if (mean.used > 0)
      mean.value = sum / static_cast<double>(mean.used);
    else
      mean.note = "defined for no class";
    mean.property = name == std::string_view("overlap");
    made.measures.push_back(std::move(mean));
  }
}

// Returns the option table. top: the help text of that option.
OptionTable<ClassListOptions> class_list_table(const std::string& top) {
  OptionTable<ClassListOptions> table;
  table.add("top", &ClassListOptions::top, top).between(1, 1e6);
  table
      .add("min-count", &ClassListOptions::min_count,
           "pass over words that occur less often on a side; higher: less noise from rare words")
      .at_least(1);
  table
      .add("stop-words", &ClassListOptions::stop_words,
           "file of words that are left out; none: every word counts")
      .path()
      .holds(kWordListKind);
  return table;
}

// Returns one entry per fold: the measures of compare_lists() for every class, then their means.
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

struct ClassWordOptions {
  ClassListOptions lists = {.top = 1500, .min_count = 5, .stop_words = {}};
  double add = .5;
};

OptionTable<ClassWordOptions> class_word_table() {
  OptionTable<ClassWordOptions> table;
  table.include(&ClassWordOptions::lists,
                class_list_table("number of best words of a class that are compared, among words that "
                                 "speak for it"));
  table.add("add", &ClassWordOptions::add, "number added to each count; higher: rare words score nearer to 0")
      .above(0);
  return table;
}

// The agreement of the words that indicate a class on both sides. The score of a word w for a class c is
// PMI(w, c) - PMI(w, rest) = ln P(w | c) / P(w | rest) (de Gibert, Perez, García-Pablos, Cuadros 2018, Hate
// Speech Dataset from a White Supremacy Forum, ALW2, section 4).
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

OptionTable<ClassListOptions> class_topic_table() {
  return class_list_table("number of best words of a class that are compared");
}

// The topic words of a class on either side: its words by c-TF-IDF, tf(t, c) ln(1 + A / tf(t)), where A is
// the mean number of words of a class (Grootendorst 2022, BERTopic, section 3.3).
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

SplitAnalysisCatalog::Entry class_words_analysis() {
  return {.name = "class-words",
          .summary =
              "Words that speak for a class by pointwise mutual information: the share of the best of train "
              "that is among the best of test.",
          .citation =
              "de Gibert, Perez, García-Pablos, Cuadros 2018, Hate Speech Dataset from a White Supremacy "
              "Forum, ALW2, section 4",
          .traits = {.reads_classes = true, .lists_words = true},
          .options = class_word_table(),
          .make = made_as<SplitAnalysis, ClassWords>(class_word_table())};
}

SplitAnalysisCatalog::Entry class_topics_analysis() {
  return {
      .name = "topics",
      .summary =
          "Words that mark a class by c-TF-IDF on either side: the share of the best of train that is "
          "among the best of test.",
      .citation =
          "Grootendorst 2022, BERTopic: Neural topic modeling with a class-based TF-IDF procedure, section "
          "3.3",
      .traits = {.reads_classes = true, .lists_words = true},
      .options = class_topic_table(),
      .make = made_as<SplitAnalysis, ClassTopics>(class_topic_table())};
}

}  // namespace standfast
