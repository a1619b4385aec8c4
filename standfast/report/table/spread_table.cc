#include "standfast/report/table/spread_table.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

namespace standfast::report {
namespace {

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

// Divides by n - 1; needs two values.
double variance_of(const std::vector<double>& values) {
  const double mean = mean_of(values);
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return squares / static_cast<double>(values.size() - 1);
}

std::optional<double> score_of(const CellRecord& cell, const std::string& metric) {
  const auto found = std::find_if(cell.scores.begin(), cell.scores.end(),
                                  [&](const CellScore& score) { return score.metric == metric; });
  return found == cell.scores.end() || !cell.ok ? std::nullopt : found->value;
}

struct Spread {
  double mean = NAN;
  std::optional<double> draws, fits;
  size_t seeds = 0, most_fits = 0;
};

Spread spread_of(const std::vector<const CellRecord*>& cells, const std::string& metric) {
  std::map<uint64_t, std::map<uint32_t, std::map<uint32_t, double>>> values;  // by seed, fit, fold
  for (const CellRecord* cell : cells)
    if (const auto value = score_of(*cell, metric)) values[cell->seed][cell->fit][cell->fold] = *value;
  std::vector<double> of_seeds, variances;
  Spread spread;
  for (const auto& [seed, fits] : values) {
    size_t folds = 0;
    for (const auto& [fit, scores] : fits) folds = std::max(folds, scores.size());
    std::vector<double> of_fits;
    for (const auto& [fit, scores] : fits) {
      if (scores.size() < folds) continue;
      std::vector<double> of_folds;
      for (const auto& [fold, score] : scores) of_folds.push_back(score);
      of_fits.push_back(mean_of(of_folds));
    }
    of_seeds.push_back(mean_of(of_fits));
    if (of_fits.size() > 1) variances.push_back(variance_of(of_fits));
    spread.most_fits = std::max(spread.most_fits, of_fits.size());
  }
  spread.seeds = of_seeds.size();
  if (of_seeds.empty()) return spread;
  spread.mean = mean_of(of_seeds);
  if (of_seeds.size() > 1) spread.draws = std::sqrt(variance_of(of_seeds));
  if (!variances.empty()) spread.fits = std::sqrt(mean_of(variances));
  return spread;
}

}  // namespace

std::optional<Table> spread_table(const RunRecords& run, const Summary& summary, size_t corpus) {
  const std::string& name = run.corpora[corpus].name;
  const auto here = [&](const CellRecord& cell) { return cell.corpus == name; };
  if (std::none_of(run.refits.begin(), run.refits.end(), here)) return std::nullopt;
  const std::string& shown_metric = summary.metrics[summary.default_metric];
  Table table = table_of("spread", "Spread over draws and over fits", name);
  table.caption = fmt::format(
      "{}, means over the folds of a draw. Draws: standard deviation over seeds (other folds and samples). "
      "Fits: standard deviation over initialisations of the model on the same folds. Neither is new "
      "evidence about the corpus: intervals do not get narrower by more seeds or fits. All other tables rest "
      "on "
      "the first fit of each fold.",
      shown_metric);
  table.header = {"condition", "model", "mean of all", "spread over draws", "spread over fits"};
  table.data_header = {"corpus", "condition", "model", "metric", "mean",
                       "draws",  "draws_sd",  "fits",  "fits_sd"};
  table.texts = {"corpus", "condition", "model", "metric"};
  for (size_t c = 0; c < run.conditions.size(); ++c)
    for (const auto& model : run.models) {
      if (!run.asks(corpus, c)) continue;
      const ConditionInfo& condition = run.conditions[c];
      std::vector<const CellRecord*> cells;
      for (const auto* list : {&run.cells, &run.refits})
        for (const auto& cell : *list)
          if (here(cell) && cell.condition == condition.name && cell.model == model.name)
            cells.push_back(&cell);
      for (const auto& metric : summary.metrics) {
        const Spread spread = spread_of(cells, metric);
        const auto times = [](const std::optional<double>& sd, size_t n, const char* word) {
          return sd ? TableCell{shown(*sd), plural(n, word)} : TableCell{"-"};
        };
        if (metric == shown_metric)
          table.rows.push_back({{condition.name},
                                {model.name},
                                {std::isnan(spread.mean) ? "-" : shown(spread.mean)},
                                times(spread.draws, spread.seeds, "draw"),
                                times(spread.fits, spread.most_fits, "fit")});
        table.data.push_back({name, condition.name, model.name, metric, exact(spread.mean),
                              std::to_string(spread.seeds), exact(spread.draws),
                              std::to_string(spread.most_fits), exact(spread.fits)});
      }
    }
  return table;
}

}  // namespace standfast::report
