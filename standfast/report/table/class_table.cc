// Scores class by class.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/report/table/catalog.h"
#include "standfast/report/table/tables.h"

namespace standfast::report {

Table class_table(const RunRecords& run, size_t corpus, const std::vector<ScoresByClass>& scores) {
  const auto& info = run.corpora[corpus];
  Table table;
  table.name = file_name_of("classes", {info.name});
  table.title = fmt::format("Class by class on {}", info.name);
  table.caption =
      "All folds and seeds pooled: documents of the class, documents answered with it, and precision, "
      "recall and F1 of the class against all others; - where no document was answered with it or none "
      "belongs to it.";
  table.header = {"condition", "model", "class", "of it", "answered", "precision", "recall", "F1"};
  table.data_header = {"corpus",   "condition", "model",     "class",  "documents",
                       "answered", "right",     "precision", "recall", "f1"};
  for (const auto& of_model : scores)
    for (size_t k = 0; k < of_model.classes.size(); ++k) {
      const size_t c = of_model.condition, m = of_model.model;
      const ClassScores& one = of_model.classes[k];
      if (one.support == 0 && one.predicted == 0) continue;
      const auto text = [](uint64_t of, double value) { return of > 0 ? shown(value) : std::string("-"); };
      const auto data = [](uint64_t of, double value) { return of > 0 ? exact(value) : std::string(); };
      table.rows.push_back({{run.conditions[c].name},
                            {run.models[m].name},
                            {info.classes[k]},
                            {grouped(one.support)},
                            {grouped(one.predicted)},
                            {text(one.predicted, one.precision)},
                            {text(one.support, one.recall)},
                            {shown(one.f1)}});
      table.data.push_back({info.name, run.conditions[c].name, run.models[m].name, info.classes[k],
                            std::to_string(one.support), std::to_string(one.predicted),
                            std::to_string(one.right), data(one.predicted, one.precision),
                            data(one.support, one.recall), exact(one.f1)});
    }
  return table;
}

TableEntry class_entry() {
  return {"classes", [](const Section& of) -> std::vector<ShownTable> {
            if (of.found.of_pairs || of.found.cells == 0) return {};
            return {{class_table(of.run, of.corpus, of.found.scores_by_class), "", true}};
          }};
}

}  // namespace standfast::report
