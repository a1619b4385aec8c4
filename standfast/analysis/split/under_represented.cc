// Values of a column that are under-represented in training.
#include "standfast/analysis/split/analyses.h"
#include "standfast/analysis/split/column_values.h"
#include "standfast/base/option_table.h"
#include "standfast/text/line_lists.h"

namespace standfast {
namespace {

struct UnderRepresentedOptions {
  std::vector<std::string> columns;
  std::string keywords;
  double least_share = .03, threshold = .5;
  bool relative = false;
};

OptionTable<UnderRepresentedOptions> under_represented_table() {
  OptionTable<UnderRepresentedOptions> table;
  table.add("columns", &UnderRepresentedOptions::columns, "roles or columns, with commas between them")
      .column();
  table
      .add("keywords", &UnderRepresentedOptions::keywords,
           "file of words; the words that a text holds count as a column")
      .path()
      .holds(kWordListKind);
  table
      .add("least-share", &UnderRepresentedOptions::least_share,
           "pass over values on a smaller share of the documents; higher: fewer values count")
      .between(0, 1);
  table
      .add("threshold", &UnderRepresentedOptions::threshold,
           "share of its documents in training below which a value is under-represented; higher: more values")
      .between(0, 1);
  table.words(
      "rule", &UnderRepresentedOptions::relative, {{"absolute", false}, {"relative", true}},
      "base of the threshold: all documents of the value, or the number that training would hold at random");
  table.require([](const UnderRepresentedOptions& o) { return objection_to_columns(o.columns, o.keywords); });
  return table;
}

class UnderRepresented final : public SplitAnalysis {
 public:
  explicit UnderRepresented(UnderRepresentedOptions options) : options_(std::move(options)) {}
  Result<std::vector<FoldMeasures>> measure(const Corpus& corpus, std::span<const Fold> folds,
                                            const SplitAnalysisContext& context) const override {
    SF_ASSIGN(const auto columns, asked_values(corpus, options_.columns, options_.keywords, context.threads));
    std::vector<FoldMeasures> all;
    for (const Fold& fold : folds) {
      FoldMeasures made;
      const std::vector<uint32_t> test_rows = fold.test, train_rows = fold.train;
      for (const auto& column : columns)
        made.measures.push_back(
            of_column(column, count_values(column, test_rows), count_values(column, train_rows)));
      all.push_back(std::move(made));
    }
    return all;
  }

 private:
  SplitMeasure of_column(const ColumnValues& column, const ValueCounts& test,
                         const ValueCounts& train) const {
    const auto rows = static_cast<double>(test.rows + train.rows);
    const double expected = options_.relative ? static_cast<double>(train.rows) / rows : 1;
    uint64_t count = 0, judged = 0, there = 0;
    for (size_t code = 0; code < column.names.size(); ++code) {
      const uint64_t of_value = test.of[code] + train.of[code];
      there += of_value > 0;
      if (of_value == 0 || static_cast<double>(of_value) < options_.least_share * rows) continue;
      ++judged;
      count +=
          static_cast<double>(train.of[code]) < options_.threshold * expected * static_cast<double>(of_value);
    }
    SplitMeasure made{column.column, "values", std::nullopt, judged, there};
    made.property = true;
    if (judged > 0)
      made.value = static_cast<double>(count);
    else
      made.note = there == 0 ? "no document has a value" : "every value is too rare to count";
    return made;
  }

  UnderRepresentedOptions options_;
};

}  // namespace

SplitAnalysisCatalog::Entry under_represented_analysis() {
  return {.name = "under-represented",
          .summary = "Number of values of columns of which training holds less than half of the documents.",
          .citation = "",
          .traits = {},
          .options = under_represented_table(),
          .make = made_as<SplitAnalysis, UnderRepresented>(under_represented_table())};
}

}  // namespace standfast
