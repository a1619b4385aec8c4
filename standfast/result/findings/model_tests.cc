#include "standfast/result/findings/model_tests.h"

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

}  // namespace

std::vector<ModelTest> model_tests(const RunRecords& run, const Summary& summary,
                                   const AllTopicScores& scores, const ClassTestOptions& options) {
  const CellIndex index(run);
  std::vector<ModelTest> tests;
  for (size_t c = 0; c < run.conditions.size(); ++c) {
    const size_t begin = tests.size();
    std::vector<double> p;
    for (size_t a = 0; a < run.models.size(); ++a)
      for (size_t b = a + 1; b < run.models.size(); ++b) {
        if (summary.chance_model == a || summary.chance_model == b) continue;
        ModelTest test{c, a, b, on_same_items(run, index, scores, c, a, b), {}, {}, {}};
        if (test.matched.n == 0) continue;
        test.difference = test.matched.lost(options.level, scores.unit);
        test.others =
            compare_over_topics(test.matched.a, test.matched.b, test.matched.weight,
                                {.level = options.level, .seed = options.seed, .threads = options.threads});
        if (test.difference.p) p.push_back(*test.difference.p);
        test.matched.forget_units();
        tests.push_back(std::move(test));
      }
    const std::vector<double> corrected = holm(p);
    size_t next = 0;
    for (size_t i = begin; i < tests.size(); ++i)
      if (tests[i].difference.p) tests[i].p_holm = corrected[next++];
  }
  return tests;
}

}  // namespace standfast::result
