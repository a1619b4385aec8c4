#include "standfast/split/file/unique_in_fold.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/text/printable.h"

namespace standfast {
namespace {

std::optional<uint32_t> first_common(const RowSet& a, const RowSet& b) {
  const auto x = a.runs(), y = b.runs();
  for (size_t i = 0, k = 0; i < x.size() && k < y.size();) {
    if (x[i].last < y[k].first)
      ++i;
    else if (y[k].last < x[i].first)
      ++k;
    else
      return std::max(x[i].first, y[k].first);
  }
  return std::nullopt;
}

}  // namespace

std::array<NamedSide, 4> sides_of(const Fold& fold) {
  return {NamedSide{"train", &fold.train}, NamedSide{"validation", &fold.validation},
          NamedSide{"test", &fold.test}, NamedSide{"aside", &fold.aside}};
}

std::optional<uint32_t> first_twice(const RowSet& rows) {
  for (size_t i = 1; i < rows.runs().size(); ++i)
    if (rows.runs()[i].first == rows.runs()[i - 1].last) return rows.runs()[i].first;
  return std::nullopt;
}

std::optional<RowOnTwoSides> first_on_two_sides(const Fold& fold) {
  const auto sides = sides_of(fold);
  for (size_t s = 1; s < sides.size(); ++s) {
    std::optional<RowOnTwoSides> first;
    for (size_t before = 0; before < s; ++before)
      if (const auto row = first_common(*sides[before].rows, *sides[s].rows);
          row && (!first || *row < first->row))
        first = {*row, sides[before].name, sides[s].name};
    if (first) return first;
  }
  return std::nullopt;
}

Status check_unique_in_folds(const std::vector<Fold>& folds, const Corpus& corpus, const std::string& where) {
  for (size_t f = 0; f < folds.size(); ++f) {
    for (const auto& side : sides_of(folds[f]))
      if (const auto twice = first_twice(*side.rows))
        return data_error(fmt::format("{}: fold {} names \"{}\" twice in {}", where, f,
                                      printable_line(corpus.id(*twice)), side.name));
    if (const auto both = first_on_two_sides(folds[f]))
      return data_error(fmt::format("{}: fold {} has \"{}\" in {} and in {}", where, f,
                                    printable_line(corpus.id(both->row)), both->one, both->other));
  }
  return {};
}

}  // namespace standfast
