#include "standfast/split/control/check_strata.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "standfast/corpus/groups.h"
#include "standfast/split/file/side_patterns.h"
#include "standfast/split/matched_control.h"
#include "standfast/split/strata.h"
#include "standfast/text/printable.h"

namespace standfast {
namespace {

SplitFinding strata_finding(bool ok, std::string message) {
  return {"strata", ok, std::move(message)};
}

std::string recorded_word(const Options& options, const char* name) {
  const auto found = options.values().find(name);
  const auto* word = found == options.values().end() ? nullptr : std::get_if<std::string>(&found->second);
  return word == nullptr ? "" : *word;
}

struct NamedSide {
  const char* name;
  RowSet Fold::*rows;
};
constexpr std::array<NamedSide, 4> kSidesOfFold = {{{"train", &Fold::train},
                                                    {"validation", &Fold::validation},
                                                    {"test", &Fold::test},
                                                    {"aside", &Fold::aside}}};

// Returns, by row, the number of its stratum.
std::vector<uint32_t> numbered(const Corpus& corpus, const std::vector<std::vector<uint32_t>>& strata) {
  std::vector<uint32_t> stratum(corpus.size(), kMissing);
  for (uint32_t s = 0; s < strata.size(); ++s)
    for (const uint32_t row : strata[s]) stratum[row] = s;
  return stratum;
}

std::vector<int64_t> counted(const RowSet& rows, const std::vector<uint32_t>& stratum, size_t strata) {
  std::vector<int64_t> counts(strata, 0);
  for (const uint32_t row : rows) ++counts[stratum[row]];
  return counts;
}

}  // namespace

SplitFinding check_strata(const Split& control, const Split* original, const Corpus& corpus) {
  const Role target = role_from_name(recorded_word(control.options, "target")).value_or(Role::author);
  const auto match = control_match(control.options);
  const Column* column = corpus.column(target);
  if (column == nullptr)
    return strata_finding(false, fmt::format("the corpus has no {} column", role_name(target)));
  const RowSet used = used_rows(corpus.size(), control.folds);
  RowGroups classes = group_rows(*column, used.list());
  classes.rows.push_back(std::move(classes.without));
  const auto strata = strata_of(corpus, std::move(classes.rows), match);
  if (!strata) return strata_finding(false, strata.error().message);
  const std::string within = words_of_strata(role_name(target), match);
  if (original == nullptr)
    return strata_finding(
        true,
        fmt::format(
            "not counted: {} strata of one {}; --of FILE, the split that this is a control of, counts them",
            strata->size(), within));
  const std::string of = recorded_word(control.options, "of");
  const size_t folds = original->folds.size();
  if (of != original->method || folds == 0 || control.folds.size() % folds != 0)
    return strata_finding(
        false, fmt::format("this is a control of {} with {} folds, and --of is {} with {}: another split?",
                           of, control.folds.size(), original->method, folds));
  if (used_rows(corpus.size(), original->folds) != used)
    return strata_finding(false, "the split that --of names uses other documents: another split?");
  const auto stratum = numbered(corpus, *strata);
  int64_t most = 0;
  std::string first;
  for (size_t f = 0; f < control.folds.size(); ++f)
    for (const auto& [name, side] : kSidesOfFold) {
      const auto here = counted(control.folds[f].*side, stratum, strata->size());
      const auto there = counted(original->folds[f % folds].*side, stratum, strata->size());
      for (size_t s = 0; s < here.size(); ++s) {
        const int64_t apart = std::abs(here[s] - there[s]);
        if (apart > 0 && first.empty())
          first = fmt::format("in fold {}, {} has {} documents of the stratum of \"{}\", and {} in the split",
                              f, name, here[s], printable_line(corpus.id((*strata)[s].front())), there[s]);
        most = std::max(most, apart);
      }
    }
  if (most == 0)
    return strata_finding(
        true,
        fmt::format("each side of {} folds has as many documents of each of {} strata (one {}) as the split",
                    control.folds.size(), strata->size(), within));
  const bool blocks = !control_blocks(control.options).empty();
  return strata_finding(blocks,
                        fmt::format("{}{}; at most {} documents apart",
                                    blocks ? "whole blocks do not fill all places: " : "", first, most));
}

}  // namespace standfast
