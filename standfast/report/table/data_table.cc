// The amount of data of each condition (table 1 of Sawatphol et al. 2024).
#include <cmath>

#include <fmt/format.h>

#include "standfast/report/table/catalog.h"
#include "standfast/report/table/tables.h"

namespace standfast::report {

Table data_table(const RunRecords& run, size_t corpus, const std::vector<PairData>& conditions) {
  const auto& name = run.corpora[corpus].name;
  Table table = table_of("data", "Data of every condition", name);
  table.caption =
      "Means over folds and seeds. Training includes the part that places thresholds. Authors and topics may "
      "be on both sides. Copies in training: the share of tested documents whose very text training holds.";
  table.header = {"condition",
                  "folds",
                  "train pairs",
                  "test pairs",
                  "same in test",
                  "train authors",
                  "test authors",
                  "documents, train / test",
                  "topics, train / test",
                  "copies in training"};
  table.data_header = {"corpus",       "condition",       "seeds",           "folds",
                       "train_pairs",  "test_pairs",      "same_test_share", "train_authors",
                       "test_authors", "train_documents", "test_documents",  "train_topics",
                       "test_topics",  "copied_share"};
  for (const PairData& data : conditions) {
    const auto whole = [](const std::optional<double>& value) {
      return value ? grouped(static_cast<unsigned long long>(std::llround(*value))) : std::string("-");
    };
    const auto tenths = [](const std::optional<double>& value) {
      return value ? shown(*value, 1) : std::string("-");
    };
    const std::string& condition = run.conditions[data.condition].name;
    table.rows.push_back({{condition},
                          {std::to_string(data.folds)},
                          {whole(data.train_pairs)},
                          {whole(data.test_pairs)},
                          {data.same_share ? percent(*data.same_share) : "-"},
                          {whole(data.train_authors)},
                          {whole(data.test_authors)},
                          {fmt::format("{} / {}", whole(data.train_documents), whole(data.test_documents))},
                          {fmt::format("{} / {}", tenths(data.train_topics), tenths(data.test_topics))},
                          {data.copied ? percent(*data.copied) : "-"}});
    table.data.push_back({name, condition, std::to_string(data.seeds), std::to_string(data.folds),
                          exact(data.train_pairs), exact(data.test_pairs), exact(data.same_share),
                          exact(data.train_authors), exact(data.test_authors), exact(data.train_documents),
                          exact(data.test_documents), exact(data.train_topics), exact(data.test_topics),
                          exact(data.copied)});
  }
  return table;
}

TableEntry data_entry() {
  return {"data", [](const Section& of) -> std::vector<ShownTable> {
            if (!of.found.of_pairs) return {};
            return {{data_table(of.run, of.corpus, of.found.pair_data)}};
          }};
}

}  // namespace standfast::report
