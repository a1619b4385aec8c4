// The divergence of the values of a column (source, target, keyword) from training: Kullback-Leibler
// divergence of test from train, in nats, and 1 - exp(-divergence), which lies between 0 and 1.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "standfast/analysis/split/analyses.h"
#include "standfast/analysis/split/column_values.h"
#include "standfast/base/option_table.h"
#include "standfast/text/line_lists.h"

namespace standfast {
namespace {

struct DivergenceOptions {
  std::vector<std::string> columns;
  std::string keywords;
};

OptionTable<DivergenceOptions> divergence_table() {
  OptionTable<DivergenceOptions> table;
  table.add("columns", &DivergenceOptions::columns, "roles or columns, with commas between them").column();
  table
      .add("keywords", &DivergenceOptions::keywords,
           "file of words; the words that a text holds count as a column")
      .path()
      .holds(kWordListKind);
  table.require([](const DivergenceOptions& o) { return objection_to_columns(o.columns, o.keywords); });
  return table;
}

// Averages the divergence of the presence of each value in a document, with add-1/2 smoothing; weights are
// the numbers of documents that have the value.
std::optional<double> mean_of_values(const ValueCounts& test, const ValueCounts& train) {
  double sum = 0, weights = 0;
  for (size_t code = 0; code < test.of.size(); ++code) {
    const auto weight = static_cast<double>(test.of[code] + train.of[code]);
    if (weight == 0) continue;
    const double p = (static_cast<double>(test.of[code]) + .5) / (static_cast<double>(test.rows) + 1);
    const double q = (static_cast<double>(train.of[code]) + .5) / (static_cast<double>(train.rows) + 1);
    sum += weight * (p * std::log(p / q) + (1 - p) * std::log((1 - p) / (1 - q)));
    weights += weight;
  }
  if (weights == 0) return std::nullopt;
  return sum / weights;
}

// Returns the divergence of categories; infinite if a value is tested that training lacks.
double of_categories(const ValueCounts& test, const ValueCounts& train) {
  double sum = 0;
  for (size_t code = 0; code < test.of.size(); ++code) {
    if (test.of[code] == 0) continue;
    const double p = static_cast<double>(test.of[code]) / static_cast<double>(test.rows);
    const double q = static_cast<double>(train.of[code]) / static_cast<double>(train.rows);
    sum += p * std::log(p / q);
  }
  return std::max(0.0, sum);
}

FoldMeasures divergences(const std::vector<ColumnValues>& columns, const Fold& fold) {
  FoldMeasures made;
  const std::vector<uint32_t> test_rows = fold.test, train_rows = fold.train;
  for (const auto& column : columns) {
    const ValueCounts test = count_values(column, test_rows), train = count_values(column, train_rows);
    SplitMeasure plain{column.column, "divergence", std::nullopt, test.rows + train.rows,
                       test_rows.size() + train_rows.size()};
    SplitMeasure squashed = plain;
    squashed.name = "squashed";
    squashed.property = true;
    std::optional<double> found;
    if (test.rows == 0 || train.rows == 0) {
      plain.note = squashed.note =
          fmt::format("no {} document has a value", test.rows == 0 ? "test" : "training");
    } else if (found = column.several ? mean_of_values(test, train) : of_categories(test, train); !found) {
      plain.note = squashed.note = "no document has any of the values";
    }
    if (found && std::isfinite(*found)) plain.value = found;
    if (found && !std::isfinite(*found)) plain.note = "infinite: a value is tested that training lacks";
    if (found) squashed.value = 1 - std::exp(-*found);
    made.measures.push_back(std::move(plain));
    made.measures.push_back(std::move(squashed));
  }
  return made;
}

class Divergence final : public SplitAnalysis {
 public:
  explicit Divergence(DivergenceOptions options) : options_(std::move(options)) {}
  Result<std::vector<FoldMeasures>> measure(const Corpus& corpus, std::span<const Fold> folds,
                                            const SplitAnalysisContext& context) const override {
    SF_ASSIGN(const auto columns, asked_values(corpus, options_.columns, options_.keywords, context.threads));
    std::vector<FoldMeasures> all;
    for (const Fold& fold : folds) all.push_back(divergences(columns, fold));
    return all;
  }

 private:
  DivergenceOptions options_;
};

}  // namespace

SplitAnalysisCatalog::Entry divergence_analysis() {
  return {
      .name = "kl",
      .summary =
          "Kullback-Leibler divergence of the values of columns, test from train: of a category as such, of "
          "lists and keywords value by value.",
      .citation = "Kullback, Leibler 1951, Annals of Mathematical Statistics 22",
      .traits = {},
      .options = divergence_table(),
      .make = made_as<SplitAnalysis, Divergence>(divergence_table())};
}

}  // namespace standfast
