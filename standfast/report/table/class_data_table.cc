// Training and test data of the conditions of a run of classification.
#include <fmt/format.h>

#include "standfast/report/table/catalog.h"
#include "standfast/report/table/tables.h"

namespace standfast::report {

Table class_data_table(const RunRecords& run, size_t corpus, const std::vector<ClassData>& conditions) {
  const auto& info = run.corpora[corpus];
  Table table;
  table.name = file_name_of("data", {info.name});
  table.title = fmt::format("Data of every condition on {}", info.name);
  table.caption =
      "Train and test are means over folds and seeds. The majority baseline is the accuracy of always "
      "giving the most frequent class of the test side. No model can know that class, so a score near this "
      "baseline says little. Copies in training: the share of tested documents whose very text training holds.";
  table.header = {"condition",        "folds",  "train documents",         "test documents",
                  "train classes",    "topics", "documents tested in all", "copies in training",
                  "majority baseline"};
  table.data_header = {"corpus",           "condition",         "folds",       "train_documents",
                       "test_documents",   "train_classes",     "classes",     "tested_topics",
                       "tested_documents", "majority_accuracy", "copied_share"};
  for (const ClassData& data : conditions) {
    const std::string& condition = run.conditions[data.condition].name;
    table.rows.push_back({{condition},
                          {std::to_string(data.folds)},
                          {shown(data.train, 1)},
                          {shown(data.test, 1)},
                          {fmt::format("{} of {}", shown(data.train_classes, 1), info.classes.size())},
                          {std::to_string(data.tested_topics)},
                          {grouped(data.tested_documents)},
                          {data.copied ? percent(*data.copied) : "-"},
                          {shown(data.majority)}});
    table.data.push_back({info.name, condition, std::to_string(data.folds), exact(data.train),
                          exact(data.test), exact(data.train_classes), std::to_string(info.classes.size()),
                          std::to_string(data.tested_topics), std::to_string(data.tested_documents),
                          exact(data.majority), exact(data.copied)});
  }
  return table;
}

TableEntry class_data_entry() {
  return {"data", [](const Section& of) -> std::vector<ShownTable> {
            if (of.found.of_pairs) return {};
            return {{class_data_table(of.run, of.corpus, of.found.class_data)}};
          }};
}

}  // namespace standfast::report
