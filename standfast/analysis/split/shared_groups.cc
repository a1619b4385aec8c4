// Groups (authors, conversations) with documents on both sides.
#include <algorithm>

#include "standfast/analysis/split/analyses.h"
#include "standfast/analysis/split/column_values.h"
#include "standfast/base/option_table.h"

namespace standfast {
namespace {

struct SharedGroupOptions {
  std::vector<std::string> columns;
};

OptionTable<SharedGroupOptions> shared_group_table() {
  OptionTable<SharedGroupOptions> table;
  table.add("columns", &SharedGroupOptions::columns, "roles or columns, with commas between them").column();
  table.require([](const SharedGroupOptions& o) {
    return o.columns.empty() ? "needs columns: columns = \"author\" names one" : "";
  });
  return table;
}

class SharedGroups final : public SplitAnalysis {
 public:
  explicit SharedGroups(SharedGroupOptions options) : options_(std::move(options)) {}
  Result<std::vector<FoldMeasures>> measure(const Corpus& corpus, std::span<const Fold> folds,
                                            const SplitAnalysisContext& context) const override {
    SF_ASSIGN(const auto columns, asked_values(corpus, options_.columns, "", context.threads));
    std::vector<FoldMeasures> all;
    for (const Fold& fold : folds) {
      FoldMeasures made;
      for (const auto& column : columns) of_column(column, fold, made);
      all.push_back(std::move(made));
    }
    return all;
  }

 private:
  static void of_column(const ColumnValues& column, const Fold& fold, FoldMeasures& made) {
    const std::vector<uint32_t> test_rows = fold.test;
    const ValueCounts test = count_values(column, test_rows), train = count_values(column, fold.train.list());
    uint64_t groups = 0, tested = 0, both = 0;
    for (size_t code = 0; code < column.names.size(); ++code) {
      groups += test.of[code] + train.of[code] > 0;
      tested += test.of[code] > 0;
      both += test.of[code] > 0 && train.of[code] > 0;
    }
    uint64_t rows = 0;
    for (const uint32_t row : test_rows) {
      const auto values = column.of(row);
      rows += std::any_of(values.begin(), values.end(), [&](uint32_t code) { return train.of[code] > 0; });
    }
    SplitMeasure count{column.column, "groups-on-both-sides", static_cast<double>(both), groups, groups};
    count.property = true;
    made.measures.push_back(std::move(count));
    made.measures.push_back(
        share_measure(column.column, "share-of-tested-groups", both, tested, "no test document has a group"));
    SplitMeasure share = share_measure(column.column, "share-of-test-documents", rows, test.rows,
                                       "no test document has a group");
    share.total = test_rows.size();
    share.property = true;
    made.measures.push_back(std::move(share));
  }

  SharedGroupOptions options_;
};

}  // namespace

SplitAnalysisCatalog::Entry shared_groups_analysis() {
  return {.name = "groups",
          .summary =
              "Groups (authors, conversations, any column) with documents on both sides, and the share of "
              "test documents whose group is in training too.",
          .citation = "",
          .traits = {},
          .options = shared_group_table(),
          .make = made_as<SplitAnalysis, SharedGroups>(shared_group_table())};
}

}  // namespace standfast
