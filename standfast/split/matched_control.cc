#include "standfast/split/matched_control.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "standfast/corpus/groups.h"

namespace standfast {
namespace {

RowSet used_rows(const Corpus& corpus, const Split& split) {
  std::vector<bool> used(corpus.size(), false);
  for (const auto& fold : split.folds)
    for (const auto* side : {&fold.train, &fold.validation, &fold.test})
      for (const auto& run : side->runs())
        std::fill(used.begin() + run.first, used.begin() + run.last + 1, true);
  RowSet rows;
  for (uint32_t row = 0; row < corpus.size(); ++row)
    if (used[row]) rows.push_back(row);
  return rows;
}

// Where the rows of a side go. What changes places does so among `all`, so the larger part of it goes where
// the rest does not.
RowSet moved(const RowSet& rows, const RowSet& all, const std::vector<uint32_t>& to) {
  if (2 * rows.size() > all.size()) return all.without(moved(all.without(rows), all, to));
  std::vector<uint32_t> result;
  result.reserve(rows.size());
  for (const uint32_t row : rows) result.push_back(to[row]);
  return sorted_rows(std::move(result));
}

Options recorded_options(const Split& split, Role target, uint64_t seed) {
  std::map<std::string, OptionValue> values;
  for (const auto& [name, value] : split.options.values()) values["of-" + name] = value;
  values["of"] = split.method;
  values["target"] = std::string(role_name(target));
  // Options hold signed numbers; a seed above that range is written as text.
  values["control-seed"] = seed <= static_cast<uint64_t>(std::numeric_limits<int64_t>::max())
                               ? OptionValue(static_cast<int64_t>(seed))
                               : OptionValue(std::to_string(seed));
  return Options::recorded(values);
}

}  // namespace

Result<Split> matched_control(const Corpus& corpus, const Split& split, Role target, uint64_t seed) {
  SF_ASSIGN(const Column* column, corpus.require(target));
  const RowSet all = used_rows(corpus, split);
  const std::vector<uint32_t> rows = all.list();
  RowGroups classes = group_rows(*column, rows);
  const size_t without = classes.without.size();
  classes.rows.push_back(std::move(classes.without));
  std::vector<uint32_t> to(corpus.size());
  size_t fixed = 0, movable = 0;
  for (const auto& members : classes.rows) {
    if (members.size() > 1) movable += members.size();
    const auto from = rows_by_id(corpus, members);
    const auto shuffled = shuffled_rows(corpus, members, seed, "split/matched-control");
    for (size_t i = 0; i < from.size(); ++i) {
      to[from[i]] = shuffled[i];
      fixed += from[i] == shuffled[i];
    }
  }
  if (movable == 0)
    return data_error(
        fmt::format("{}: no {} has two documents in the folds of {}, so nothing can change "
                    "places; match on another column",
                    corpus.name(), role_name(target), split.method));
  Split control;
  control.method = kMatchedControl;
  control.options = recorded_options(split, target, seed);
  control.seed = split.seed;
  control.reason = fmt::format(
      "Control for {}: documents change places at random within each {}, so every side keeps its size and "
      "its "
      "{}s, and topics are mixed.",
      split.method, role_name(target), role_name(target));
  control.left_out = split.left_out;
  uint64_t runs = 0;
  for (const auto& fold : split.folds) {
    control.folds.push_back(
        {moved(fold.train, all, to), moved(fold.validation, all, to), moved(fold.test, all, to)});
    runs += runs_of(control.folds.back());
    if (runs > kMostRuns)
      return data_error(fmt::format("{}: a control of {} folds would take more than {} GB; use fewer folds",
                                    corpus.name(), split.folds.size(),
                                    (kMostRuns * sizeof(RowSet::Run)) >> 30));
  }
  control.notes.push_back(fmt::format("{} of {} documents change places within {} {}s", rows.size() - fixed,
                                      rows.size(), classes.size(), role_name(target)));
  if (without > 0)
    control.notes.push_back(fmt::format("{} documents have no {}: they change places among themselves",
                                        without, role_name(target)));
  return control;
}

}  // namespace standfast
