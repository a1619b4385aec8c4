#include "standfast/result/findings/model_tests.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "standfast/base/parallel.h"
#include "standfast/metric/resample/bootstrap.h"
#include "standfast/metric/stat/multiple_tests.h"
#include "standfast/metric/stat/unit_estimate.h"
#include "standfast/result/findings/cell_scores.h"
#include "standfast/result/findings/summary.h"
#include "standfast/result/findings/topic_scores.h"

namespace standfast::result {
namespace {

// Matches the topics of two models. If a fold of one model has no answers, both are scored on their common
// folds: other folds hold other items.
MatchedTopics on_same_items(const RunRecords& run, const CellIndex& index, const AllTopicScores& scores,
                            size_t condition, size_t a, size_t b) {
  const Folds &of_a = index.folds(scores.corpus, condition, a),
              &of_b = index.folds(scores.corpus, condition, b);
  if (have_same_folds(of_a, of_b)) return match_topics(scores.at(condition, a), scores.at(condition, b));
  const auto [both_a, both_b] = common_folds(of_a, of_b);
  return match_topics(topic_scores(pooled_items(run, scores.corpus, both_a), scores.unit),
                      topic_scores(pooled_items(run, scores.corpus, both_b), scores.unit));
}

// Tests two models under one condition; returns nothing if no item has answers of both.
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

Result<std::vector<PairModelDifference>> pair_model_differences(const RunRecords& run, size_t corpus,
                                                                const std::string& metric, double level,
                                                                int threads) {
  SF_ASSIGN(const Summary outline, study_outline(run));
  SF_ASSIGN(const size_t m, outline.profile.place_of(metric));
  const CellIndex index(run);
  UnitSpace space = unit_space(run, index, corpus);
  const size_t models = run.models.size();
  std::vector<PairModelDifference> all;
  for (size_t c = 0; c < run.conditions.size(); ++c) {
    SF_ASSIGN(const ScoredCells cells, scored_condition(run, index, corpus, c, threads, space));
    const size_t begin = all.size();
    std::vector<double> p;
    for (size_t a = 0; a < models; ++a)
      for (size_t b = a + 1; b < models; ++b) {
        if (outline.chance_model == a || outline.chance_model == b || !cells.has(a) || !cells.has(b))
          continue;
        const Influenced &of_a = cells.metrics[a][m].score, &of_b = cells.metrics[b][m].score;
        all.push_back({c,
                       a,
                       b,
                       of_a.value,
                       of_b.value,
                       unit_difference(space, {cells.items[a].get(), &of_a}, {cells.items[b].get(), &of_b},
                                       level, outline.profile.metrics[m].range()),
                       {}});
        // Scores over other folds are scores of other pairs.
        if (!have_same_folds(index.folds(corpus, c, a), index.folds(corpus, c, b))) {
          all.back().difference = {};
          all.back().difference.estimate.why_not = "the two have not answered the same folds";
        }
        if (all.back().difference.p) p.push_back(*all.back().difference.p);
      }
    // Undefined tests take no part in the correction.
    const std::vector<double> corrected = holm(p);
    size_t next = 0;
    for (size_t i = begin; i < all.size(); ++i)
      if (all[i].difference.p) all[i].p_holm = corrected[next++];
  }
  return all;
}

}  // namespace standfast::result
