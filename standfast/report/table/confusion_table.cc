// Topic confusion (result/findings/confusion.h), as a table.
#include <set>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/report/table/catalog.h"
#include "standfast/report/table/tables.h"
#include "standfast/report/words/phrases.h"

namespace standfast::report {
namespace {

TableCell share_cell(const Estimate& share) {
  return {
      shown(*share.value),
      share.interval ? fmt::format("[{}, {}]", shown(share.interval->low), shown(share.interval->high)) : ""};
}

}  // namespace

std::optional<Table> confusion_halves_table(const RunRecords& run, size_t corpus,
                                            const std::vector<ConfusionRow>& rows, double level) {
  if (rows.empty()) return std::nullopt;
  const auto& info = run.corpora[corpus];
  Table table;
  table.name = file_name_of("topic-confusion", {info.name});
  table.title = fmt::format("Topic confusion on {}", info.name);
  table.caption = fmt::format(
      "Shares of all test documents of all configurations; the rest, if any, have no answer. Wrong, own "
      "half: the answer is another author who wrote on the other topic in training, so topic did not lead "
      "there. Wrong, other half: the answer is an author who wrote on this topic in training, as if topic "
      "misled the model. By chance alone the other half would have a little more than half of the errors, so "
      "only a larger part of them speaks for topic. {} "
      "intervals as in the survival table: documents that share an author or a topic are not independent.{}",
      percent(level), of_fitted_models(run.nested_repeats > 0));
  table.header = {"condition", "model", "n", "right", "wrong, own half", "wrong, other half"};
  table.data_header = {"corpus",         "condition", "model",     "n",         "documents",
                       "configurations", "right",     "same_half", "cross_half"};
  std::set<std::string> reasons;
  for (const ConfusionRow& row : rows) {
    const auto &condition = run.conditions[row.condition].name, &model = run.models[row.model].name;
    table.rows.push_back({{condition},
                          {model},
                          {grouped(row.n), fmt::format("{} documents", grouped(row.documents))},
                          share_cell(row.right_share),
                          share_cell(row.same_half_share),
                          share_cell(row.cross_half_share)});
    table.data.push_back({info.name, condition, model, std::to_string(row.n), std::to_string(row.documents),
                          std::to_string(row.configurations), std::to_string(row.right),
                          std::to_string(row.same_half), std::to_string(row.cross_half)});
    if (!row.right_share.why_no_interval.empty()) reasons.insert(row.right_share.why_no_interval);
  }
  for (const auto& reason : reasons) table.caption += fmt::format(" No interval: {}.", reason);
  return table;
}

TableEntry confusion_halves_entry() {
  return {"topic-confusion", [](const Section& of) -> std::vector<ShownTable> {
            if (of.found.of_pairs || of.found.cells == 0) return {};
            return if_any(confusion_halves_table(of.run, of.corpus, of.found.confusion, of.level));
          }};
}

}  // namespace standfast::report
