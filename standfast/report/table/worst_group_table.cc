// Groups of documents with the lowest accuracy.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/report/table/catalog.h"
#include "standfast/report/table/tables.h"
#include "standfast/report/words/phrases.h"

namespace standfast::report {
namespace {

std::string kind_of_groups(const RunRecords& run, GroupedBy by) {
  switch (by) {
    case GroupedBy::topic:
      return "topic";
    case GroupedBy::target:
      break;
    case GroupedBy::group:
      return run.group;
    case GroupedBy::target_and_group:
      return run.target + ", " + run.group;
  }
  return run.target;
}

}  // namespace

std::optional<Table> worst_group_table(const RunRecords& run, size_t corpus,
                                       const std::vector<WorstGroup>& groups, double level) {
  if (groups.empty()) return std::nullopt;
  const auto& info = run.corpora[corpus];
  Table table;
  table.name = file_name_of("worst-groups", {info.name});
  table.title = fmt::format("The worst groups on {}", info.name);
  table.caption = fmt::format(
      "The group of lowest accuracy among the groups with {} test documents or more. Its interval holds "
      "for all compared groups together at {} (Clopper-Pearson, Bonferroni), because the worst of many "
      "looks worse than it is. Documents are taken as independent, each with its first answer. By luck: "
      "the chance that the worst group would be as low if all groups had one accuracy.{}",
      kLeastOfGroup, percent(level), of_fitted_models(run.nested_repeats > 0));
  if (std::any_of(groups.begin(), groups.end(), [](const auto& one) { return one.counted < one.documents; }))
    table.caption += fmt::format(
        " By {}, only documents with a value count, also in \"overall\" (documents in the CSV).", run.group);
  table.header = {"condition", "model", "group", "worst", "n", "accuracy", "of", "overall", "by luck"};
  table.data_header = {"corpus", "condition",       "model",     "group",     "worst",
                       "n",      "accuracy",        "low",       "high",      "groups_compared",
                       "groups", "accuracy_of_all", "p_by_luck", "documents", "documents_in_all"};
  for (const WorstGroup& worst : groups) {
    const std::string kind = kind_of_groups(run, worst.by);
    const std::string name = name_of_group(run, corpus, worst.by, worst.group);
    const auto &condition = run.conditions[worst.condition].name, &model = run.models[worst.model].name;
    const auto& interval = worst.interval;
    table.rows.push_back(
        {{condition},
         {model},
         {kind},
         {name},
         {grouped(worst.n)},
         {shown(worst.accuracy),
          interval ? fmt::format("[{}, {}]", shown(interval->low), shown(interval->high)) : ""},
         {worst.compared == worst.groups ? std::to_string(worst.compared)
                                         : fmt::format("{} of {}", worst.compared, worst.groups)},
         {shown(worst.accuracy_of_all)},
         {shown_p(worst.by_luck)}});
    table.data.push_back({info.name, condition, model, kind, name, std::to_string(worst.n),
                          exact(worst.accuracy), interval ? exact(interval->low) : "",
                          interval ? exact(interval->high) : "", std::to_string(worst.compared),
                          std::to_string(worst.groups), exact(worst.accuracy_of_all), exact(worst.by_luck),
                          std::to_string(worst.counted), std::to_string(worst.documents)});
  }
  return table;
}

TableEntry worst_group_entry() {
  return {"worst-groups", [](const Section& of) {
            return if_any(worst_group_table(of.run, of.corpus, of.found.worst_groups, of.level));
          }};
}

}  // namespace standfast::report
