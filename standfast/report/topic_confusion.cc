#include "standfast/report/topic_confusion.h"

#include <set>

#include <fmt/format.h>

#include "standfast/metric/unit_estimate.h"
#include "standfast/report/class_items.h"

namespace standfast::report {
namespace {

// Of items that are marked, of all.
Estimate share_of(const UnitSpace& space, const UnitItems& items, const std::vector<uint8_t>& marked,
                  uint64_t& count, double level) {
  for (const uint8_t one : marked) count += one;
  const auto n = static_cast<double>(marked.size());
  const double share = static_cast<double>(count) / n;
  Influenced number{share, {}};
  for (const uint8_t one : marked) number.influence.push_back((one - share) / n);
  return unit_estimate(space, {&items, &number}, level, 0, 1);
}

TableCell share_cell(const Estimate& share) {
  return {
      shown(*share.value),
      share.interval ? fmt::format("[{}, {}]", shown(share.interval->low), shown(share.interval->high)) : ""};
}

}  // namespace

std::vector<ConfusionRow> confusion_rows(const RunRecords& run, const Summary& summary, size_t corpus,
                                         double level) {
  std::vector<ConfusionRow> rows;
  for (size_t c = 0; c < run.conditions.size(); ++c)
    for (size_t m = 0; m < run.models.size(); ++m) {
      if (summary.chance_model == m) continue;
      const PooledItems items = pooled_items(run, corpus, c, m);
      if (items.size() == 0 || items.cross_half.size() != items.size()) continue;
      ConfusionRow row;
      row.condition = c;
      row.model = m;
      row.n = items.size();
      row.documents = std::set<uint32_t>(items.document.begin(), items.document.end()).size();
      row.configurations = items.cells;
      const auto right = items.right();
      std::vector<uint8_t> same(items.size());
      for (size_t i = 0; i < items.size(); ++i) same[i] = right[i] == 0 && items.cross_half[i] == 0 ? 1 : 0;
      UnitSpace space;
      const UnitItems units = space.items(item_units(run, corpus, items));
      row.right_share = share_of(space, units, right, row.right, level);
      row.same_half_share = share_of(space, units, same, row.same_half, level);
      row.cross_half_share = share_of(space, units, items.cross_half, row.cross_half, level);
      rows.push_back(std::move(row));
    }
  return rows;
}

std::optional<Table> confusion_halves_table(const RunRecords& run, const Summary& summary, size_t corpus,
                                            double level) {
  const auto& info = run.corpora[corpus];
  Table table;
  table.name = file_name_of("topic-confusion", {info.name});
  table.title = fmt::format("Topic confusion on {}", info.name);
  table.caption = fmt::format(
      "Shares of all test documents of all configurations; they add up to 1. Wrong, own half: the answer is "
      "another author who wrote on the other topic in training, so topic did not lead there: the picture of "
      "style is weak. Wrong, other half: it is an author who wrote on this very topic in training: topic "
      "misled. With chance alone the other half would have a little more than half of the errors. {} "
      "intervals as in the survival table: documents that share an author or a topic are not independent.",
      percent(level));
  table.header = {"condition", "model", "n", "right", "wrong, own half", "wrong, other half"};
  table.data_header = {"corpus",         "condition", "model",     "n",         "documents",
                       "configurations", "right",     "same_half", "cross_half"};
  std::set<std::string> reasons;
  for (const ConfusionRow& row : confusion_rows(run, summary, corpus, level)) {
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
  if (table.rows.empty()) return std::nullopt;
  for (const auto& reason : reasons) table.caption += fmt::format(" No interval: {}.", reason);
  return table;
}

}  // namespace standfast::report
