#include "standfast/split/file/side_patterns.h"

#include <algorithm>
#include <array>

namespace standfast {
namespace {

// Renumbers the patterns from 0, in order of first occurrence.
uint32_t renumber(std::vector<uint32_t>& pattern, uint32_t count) {
  std::vector<uint32_t> place(count, kMissing);
  uint32_t next = 0;
  for (uint32_t& p : pattern) {
    if (p == kMissing) continue;
    if (place[p] == kMissing) place[p] = next++;
    p = place[p];
  }
  return next;
}

}  // namespace

RowSet used_rows(uint32_t rows, std::span<const Fold> folds) {
  std::vector<bool> used(rows, false);
  for (const auto& fold : folds)
    for (const auto* side : {&fold.train, &fold.validation, &fold.test, &fold.aside})
      for (const auto& run : side->runs())
        std::fill(used.begin() + run.first, used.begin() + run.last + 1, true);
  RowSet set;
  for (uint32_t row = 0; row < rows; ++row)
    if (used[row]) set.push_back(row);
  return set;
}

std::vector<uint32_t> side_patterns(uint32_t rows, std::span<const Fold> folds) {
  const RowSet all = used_rows(rows, folds);
  std::vector<uint32_t> pattern(rows, kMissing);
  for (const uint32_t row : all) pattern[row] = 0;
  uint32_t count = all.empty() ? 0 : 1;
  std::vector<uint32_t> split_off;  // by pattern: the new pattern of its rows in this part
  for (const auto& fold : folds) {
    const RowSet rest =
        all.without(fold.train).without(fold.validation).without(fold.test).without(fold.aside);
    const std::array<RowSet, 5> parts = {fold.train, fold.validation, fold.aside, fold.test, rest};
    // If all parts but one get new patterns, the remaining part is distinct too. So the largest part keeps
    // its pattern.
    const auto largest = std::max_element(
        parts.begin(), parts.end(), [](const RowSet& a, const RowSet& b) { return a.size() < b.size(); });
    for (auto part = parts.begin(); part != parts.end(); ++part) {
      if (part == largest || part->empty()) continue;
      split_off.assign(count, kMissing);
      for (const uint32_t row : *part) {
        uint32_t& to = split_off[pattern[row]];
        if (to == kMissing) to = count++;
        pattern[row] = to;
      }
      if (count > 2 * all.size()) count = renumber(pattern, count);
    }
  }
  renumber(pattern, count);
  return pattern;
}

}  // namespace standfast
