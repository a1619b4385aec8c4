#include "standfast/result/findings/spread.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "standfast/result/run/cell_index.h"

namespace standfast::result {
namespace {

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

// Returns the variance with divisor n - 1; needs two values.
double variance_of(const std::vector<double>& values) {
  const double mean = mean_of(values);
  // Equal values have variance 0, although their rounded mean may differ from them.
  if (std::ranges::all_of(values, [&](double value) { return value == values.front(); })) return 0;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return squares / static_cast<double>(values.size() - 1);
}

}  // namespace

Spread spread_of_values(const FoldValuesBySeed& values) {
  std::vector<double> of_seeds, variances;
  Spread spread;
  for (const auto& [seed, fits] : values) {
    std::set<uint32_t> folds;  // that some fit has
    for (const auto& [fit, scores] : fits)
      for (const auto& [fold, score] : scores) folds.insert(fold);
    std::vector<double> of_fits;
    for (const auto& [fit, scores] : fits) {
      if (scores.size() < folds.size()) continue;
      std::vector<double> of_folds;
      for (const auto& [fold, score] : scores) of_folds.push_back(score);
      of_fits.push_back(mean_of(of_folds));
    }
    if (of_fits.empty()) continue;
    of_seeds.push_back(mean_of(of_fits));
    if (of_fits.size() > 1) {
      variances.push_back(variance_of(of_fits));
      spread.varied_fits += of_fits.size();
    }
    spread.most_fits = std::max<uint64_t>(spread.most_fits, of_fits.size());
    spread.all_fits += of_fits.size();
  }
  spread.seeds = of_seeds.size();
  spread.varied_seeds = variances.size();
  if (of_seeds.empty()) return spread;
  spread.mean = mean_of(of_seeds);
  if (of_seeds.size() > 1) spread.draws = std::sqrt(variance_of(of_seeds));
  if (!variances.empty()) spread.fits = std::sqrt(mean_of(variances));
  return spread;
}

namespace {

Spread spread_of(const Folds& cells, const std::string& metric) {
  FoldValuesBySeed values;
  for (const CellRecord* cell : cells)
    if (const auto value = cell->value_of(metric)) values[cell->seed][cell->fit][cell->fold] = *value;
  return spread_of_values(values);
}

}  // namespace

std::vector<Spread> spreads(const RunRecords& run, const Summary& summary, size_t corpus) {
  const std::string& name = run.corpora[corpus].name;
  std::vector<Spread> all;
  if (std::none_of(run.refits.begin(), run.refits.end(),
                   [&](const CellRecord& cell) { return cell.corpus == name; }))
    return all;
  const CellIndex index(run);
  for (size_t c = 0; c < run.conditions.size(); ++c) {
    if (!run.asks(corpus, c)) continue;
    for (size_t m = 0; m < run.models.size(); ++m) {
      Folds cells = index.folds(corpus, c, m);
      for (const auto& cell : run.refits)
        if (cell.ok && cell.corpus == name && cell.condition == run.conditions[c].name &&
            cell.model == run.models[m].name)
          cells.push_back(&cell);
      for (size_t metric = 0; metric < summary.metrics.size(); ++metric) {
        Spread spread = spread_of(cells, summary.metrics[metric]);
        spread.condition = c;
        spread.model = m;
        spread.metric = metric;
        all.push_back(spread);
      }
    }
  }
  return all;
}

}  // namespace standfast::result
