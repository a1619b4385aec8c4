#include "standfast/analysis/split/class_counts.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "standfast/metric/stat/correlation.h"
#include "standfast/text/line_lists.h"

namespace standfast {

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

std::vector<WordScore> best_words(std::vector<WordScore> scores, size_t most, const WordRows& words) {
  std::sort(scores.begin(), scores.end(), [&](const WordScore& a, const WordScore& b) {
    return a.score != b.score ? a.score > b.score : words.words[a.word] < words.words[b.word];
  });
  if (scores.size() > most) scores.resize(most);
  return scores;
}

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
