#include "standfast/result/findings/model_tests.h"

#include "standfast/metric/stat/holm.h"
#include "standfast/result/findings/all_topic_scores.h"

namespace standfast::result {

std::vector<ModelTest> model_tests(const RunRecords& run, const Summary& summary,
                                   const AllTopicScores& scores, const ClassTestOptions& options) {
  std::vector<ModelTest> tests;
  for (size_t c = 0; c < run.conditions.size(); ++c) {
    const size_t begin = tests.size();
    std::vector<double> p;
    for (size_t a = 0; a < run.models.size(); ++a)
      for (size_t b = a + 1; b < run.models.size(); ++b) {
        if (summary.chance_model == a || summary.chance_model == b) continue;
        ModelTest test{c, a, b, match_topics(scores.at(c, a), scores.at(c, b)), {}, {}, {}};
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
