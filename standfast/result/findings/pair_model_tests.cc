#include "standfast/result/findings/pair_model_tests.h"

#include <vector>

#include "standfast/metric/stat/holm.h"
#include "standfast/metric/stat/unit_estimate.h"
#include "standfast/result/findings/cell_scores.h"
#include "standfast/result/findings/summary.h"

namespace standfast::result {

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
        // Scores of other folds are scores of other pairs.
        if (!have_same_folds(index.folds(corpus, c, a), index.folds(corpus, c, b))) {
          all.back().difference = {};
          all.back().difference.estimate.why_not = "the two have not answered the same folds";
        }
        if (all.back().difference.p) p.push_back(*all.back().difference.p);
      }
    // Tests that are undefined take no part in the correction.
    const std::vector<double> corrected = holm(p);
    size_t next = 0;
    for (size_t i = begin; i < all.size(); ++i)
      if (all[i].difference.p) all[i].p_holm = corrected[next++];
  }
  return all;
}

}  // namespace standfast::result
