#include "standfast/result/findings/fold_means.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "standfast/metric/stat/weighted_mean.h"
#include "standfast/result/findings/test_overlap.h"
#include "standfast/result/run/cell_index.h"

namespace standfast::result {
namespace {

// Values and weights of the folds of one seed.
struct SeedFolds {
  std::vector<double> values, weights;
};

}  // namespace

std::vector<FoldMean> fold_means(const RunRecords& run, size_t corpus, const std::string& metric) {
  const CellIndex index(run);
  std::vector<FoldMean> rows;
  for (size_t c = 0; c < run.conditions.size(); ++c)
    for (size_t m = 0; m < run.models.size(); ++m) {
      std::map<std::pair<uint64_t, uint32_t>, SeedFolds> seeds;  // of each trade, where there are several
      std::set<uint64_t> of_seeds;
      uint64_t undefined = 0, folds = 0;
      for (const CellRecord* cell : index.folds(corpus, c, m)) {
        const auto score = cell->value_of(metric);
        if (!score) {
          ++undefined;
          continue;
        }
        auto& of_seed = seeds[{cell->seed, cell->trade}];
        of_seed.values.push_back(*score);
        of_seed.weights.push_back(static_cast<double>(cell->n_test));
        of_seeds.insert(cell->seed);
        ++folds;
      }
      if (folds + undefined == 0) continue;
      // Sum of each number over seeds, and the number of seeds in which it is defined.
      std::array<std::pair<double, uint64_t>, 7> sums{};
      const auto add = [&](size_t k, std::optional<double> value) {
        if (!value) return;
        sums[k].first += *value;
        ++sums[k].second;
      };
      const auto root = [](std::optional<double> variance) {
        return variance ? std::optional(std::sqrt(*variance)) : std::nullopt;
      };
      for (const auto& [seed, of_seed] : seeds) {
        const std::vector<double> once(of_seed.values.size(), 1.0);
        const WeightedMoments plain = weighted_moments(of_seed.values, once);
        const WeightedMoments weighted = weighted_moments(of_seed.values, of_seed.weights);
        add(0, plain.mean);
        add(1, root(plain.variance));
        add(2, weighted.mean);
        add(3, root(weighted.variance));
        add(4, weighted.se_topics);
        add(5, weighted.se_effective);
        add(6, weighted.effective);
      }
      FoldMean row{c, m, of_seeds.size(), folds, undefined, {}, {}, {}, {}, {}, {}, {}};
      const auto mean = [&](size_t k) {
        const auto& [sum, n] = sums[k];
        return n > 0 ? std::optional(sum / static_cast<double>(n)) : std::nullopt;
      };
      row.mean = mean(0);
      row.sd = mean(1);
      row.weighted_mean = mean(2);
      row.weighted_sd = mean(3);
      rows.push_back(row);
      // Checks each seed alone, because each number is a mean over seeds.
      if (std::ranges::any_of(of_seeds,
                              [&](uint64_t seed) { return folds_test_one_set(run, corpus, c, seed); }))
        continue;
      row.se_folds = mean(4);
      row.se_effective = mean(5);
      row.effective_folds = mean(6);
      rows.back() = row;
    }
  return rows;
}

}  // namespace standfast::result
