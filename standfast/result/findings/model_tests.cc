#include "standfast/result/findings/model_tests.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "standfast/base/parallel.h"
#include "standfast/metric/resample/resample_counts.h"
#include "standfast/metric/stat/holm.h"
#include "standfast/result/findings/all_topic_scores.h"

namespace standfast::result {

namespace {

// Where a fold of one of the two has no answers, both are scored on the folds that both have: other folds hold other items.
MatchedTopics on_same_items(const RunRecords& run, const CellIndex& index, const AllTopicScores& scores,
                            size_t condition, size_t a, size_t b) {
  const Folds &of_a = index.folds(scores.corpus, condition, a),
              &of_b = index.folds(scores.corpus, condition, b);
  if (have_same_folds(of_a, of_b)) return match_topics(scores.at(condition, a), scores.at(condition, b));
  const auto [both_a, both_b] = common_folds(of_a, of_b);
  return match_topics(topic_scores(pooled_items(run, scores.corpus, both_a), scores.unit),
                      topic_scores(pooled_items(run, scores.corpus, both_b), scores.unit));
}

// Of two models under one condition; nothing where no item has answers of both.
std::optional<ModelTest> test_of(const RunRecords& run, const CellIndex& index, const AllTopicScores& scores,
                                 size_t condition, size_t a, size_t b, const ClassTestOptions& options,
                                 int threads, ResampleCounts& draws) {
  ModelTest test{condition, a, b, on_same_items(run, index, scores, condition, a, b), {}, {}, {}};
  if (test.matched.n == 0) return std::nullopt;
  test.difference = test.matched.lost(options.level, scores.unit);
  test.others = compare_over_topics(
      test.matched.a, test.matched.b, test.matched.weight,
      {.level = options.level, .seed = options.seed, .threads = threads, .shared = &draws});
  test.matched.forget_units();
  return test;
}

}  // namespace

std::vector<ModelTest> model_tests(const RunRecords& run, const Summary& summary,
                                   const AllTopicScores& scores, const ClassTestOptions& options) {
  const CellIndex index(run);
  std::vector<std::pair<size_t, size_t>> pairs;
  for (size_t a = 0; a < run.models.size(); ++a)
    for (size_t b = a + 1; b < run.models.size(); ++b)
      if (summary.chance_model != a && summary.chance_model != b) pairs.emplace_back(a, b);
  // Threads take pairs; where there are fewer pairs than threads, each pair takes all of them.
  const int inside = pairs.size() < static_cast<size_t>(std::max(options.threads, 1)) ? options.threads : 1;
  std::vector<ModelTest> tests;
  for (size_t c = 0; c < run.conditions.size(); ++c) {
    std::vector<std::optional<ModelTest>> made(pairs.size());
    ResampleCounts draws;  // most pairs of a condition have the same units
    parallel_for(pairs.size(), options.threads, [&](size_t i) {
      made[i] = test_of(run, index, scores, c, pairs[i].first, pairs[i].second, options, inside, draws);
    });
    const size_t begin = tests.size();
    std::vector<double> p;
    for (auto& test : made) {
      if (!test) continue;
      if (test->difference.p) p.push_back(*test->difference.p);
      tests.push_back(std::move(*test));
    }
    const std::vector<double> corrected = holm(p);
    size_t next = 0;
    for (size_t i = begin; i < tests.size(); ++i)
      if (tests[i].difference.p) tests[i].p_holm = corrected[next++];
  }
  return tests;
}

}  // namespace standfast::result
