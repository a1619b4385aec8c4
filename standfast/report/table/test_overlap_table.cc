// Overlap of test sets between draws and conditions (result/findings/test_overlap.h), as a table.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/report/table/catalog.h"
#include "standfast/report/table/tables.h"

namespace standfast::report {
namespace {

std::string names_of(const RunRecords& run, const std::vector<size_t>& conditions) {
  std::vector<std::string> names;
  for (const size_t c : conditions) names.push_back(fmt::format("\"{}\"", run.conditions[c].name));
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

Table test_overlap_table(const RunRecords& run, size_t corpus, const TestOverlaps& found) {
  const std::string& name = run.corpora[corpus].name;
  Table table = table_of("test-overlap", "Do draws test the same documents?", name);
  table.caption =
      "The share of the (smaller) test set that two draws have in common. Within a condition: mean over "
      "pairs of its seeds, with the standard deviation over these pairs. Between two conditions: mean over "
      "every seed of the one with every seed of the other. By chance: the expected share for two random "
      "test sets of these sizes. Where draws of one condition share little, its score is about one test "
      "set among many.";
  if (!found.all_tested.empty())
    table.caption +=
        fmt::format(" Not applicable to {}: every document is tested.", names_of(run, found.all_tested));
  if (!found.single.empty()) table.caption += fmt::format(" One draw only: {}.", names_of(run, found.single));
  if (!found.across) table.caption += " With so many draws, conditions are not compared with each other.";
  table.header = {"condition", "and", "shared", "by chance", "pairs of draws", "documents tested"};
  table.data_header = {"corpus", "condition", "and", "shared", "shared_sd", "chance", "pairs", "tested"};
  table.texts = {"corpus", "condition", "and"};
  for (const result::TestOverlap& one : found.pairs) {
    const auto &first = run.conditions[one.first].name, &second = run.conditions[one.second].name;
    table.rows.push_back({{first},
                          {one.first == one.second ? "another draw of it" : second},
                          {fmt::format("{:.1f} %", 100 * one.mean),
                           one.sd ? fmt::format("SD {:.1f}", 100 * *one.sd) : std::string()},
                          {fmt::format("{:.1f} %", 100 * one.chance)},
                          {std::to_string(one.pairs)},
                          {fmt::format("{:.0f}", one.tested)}});
    table.data.push_back({name, first, second, exact(one.mean), exact(one.sd), exact(one.chance),
                          std::to_string(one.pairs), exact(one.tested)});
  }
  return table;
}

TableEntry test_overlap_entry() {
  return {"test-overlap", [](const Section& of) -> std::vector<ShownTable> {
            if (!of.found.test_overlaps) return {};
            return {{test_overlap_table(of.run, of.corpus, *of.found.test_overlaps)}};
          }};
}

}  // namespace standfast::report
