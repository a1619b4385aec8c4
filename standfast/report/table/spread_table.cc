// Spread over draws and over fits (result/findings/spread.h), as a table.
#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/report/table/catalog.h"
#include "standfast/report/table/tables.h"

namespace standfast::report {
namespace {

// Returns "3 fits", or "5 fits of 2 draws" if some draws have fewer fits than others, or only one.
std::string fits_text(const Spread& spread) {
  if (spread.varied_fits == spread.most_fits * spread.seeds) return counted(spread.most_fits, "fit");
  return fmt::format("{} of {}", counted(spread.varied_fits, "fit"), counted(spread.varied_seeds, "draw"));
}

}  // namespace

std::optional<Table> spread_table(const RunRecords& run, const Summary& summary, size_t corpus,
                                  const std::vector<Spread>& spreads) {
  if (spreads.empty()) return std::nullopt;
  const std::string& name = run.corpora[corpus].name;
  const std::string& shown_metric = summary.metrics[summary.default_metric];
  Table table = table_of("spread", "Spread over draws and over fits", name);
  table.caption = fmt::format(
      "Means of {} over the folds of a draw. Draws: the standard deviation, over seeds (other folds and "
      "samples), of the mean over the fits of each seed; part of it is the spread over fits. Fits: the "
      "standard deviation over initialisations of the model on the same folds. A fit that lacks a fold which "
      "another has is left out; a draw in which all fits lack a fold is a mean over its other folds. More "
      "seeds or fits are no new evidence about the corpus, so they narrow no interval. All other tables use "
      "the first fit of each fold.",
      shown_metric);
  table.header = {"condition", "model", "mean of all", "spread over draws", "spread over fits"};
  table.data_header = {"corpus", "condition", "model", "metric",  "mean",
                       "draws",  "draws_sd",  "fits",  "fits_sd", "fits_of_all_draws"};
  table.texts = {"corpus", "condition", "model", "metric"};
  for (const Spread& spread : spreads) {
    const auto &condition = run.conditions[spread.condition].name, &model = run.models[spread.model].name;
    const auto times = [](const std::optional<double>& sd, uint64_t n, const char* word) {
      return sd ? TableCell{shown(*sd), counted(n, word)} : TableCell{"-"};
    };
    if (spread.metric == summary.default_metric)
      table.rows.push_back(
          {{condition},
           {model},
           {spread.mean ? shown(*spread.mean) : "-"},
           times(spread.draws, spread.seeds, "draw"),
           spread.fits ? TableCell{shown(*spread.fits), fits_text(spread)} : TableCell{"-"}});
    table.data.push_back({name, condition, model, summary.metrics[spread.metric], exact(spread.mean),
                          std::to_string(spread.seeds), exact(spread.draws), std::to_string(spread.most_fits),
                          exact(spread.fits), std::to_string(spread.all_fits)});
  }
  return table;
}

TableEntry spread_entry() {
  return {"spread", [](const Section& of) {
            return if_any(spread_table(of.run, of.summary, of.corpus, of.found.spreads));
          }};
}

}  // namespace standfast::report
