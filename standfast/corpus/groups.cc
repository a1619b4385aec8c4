#include "standfast/corpus/groups.h"

#include <algorithm>
#include <utility>

#include "standfast/base/rng.h"

namespace standfast {

RowGroups group_rows(const Column& column, std::span<const uint32_t> rows) {
  RowGroups groups;
  std::vector<uint32_t> count(column.names.size(), 0);
  for (const uint32_t row : rows)
    if (column.codes[row] != kMissing) ++count[column.codes[row]];
  std::vector<uint32_t> place(column.names.size(), kMissing);
  for (uint32_t code = 0; code < count.size(); ++code) {
    if (count[code] == 0) continue;
    place[code] = static_cast<uint32_t>(groups.codes.size());
    groups.codes.push_back(code);
    groups.rows.emplace_back().reserve(count[code]);
  }
  for (const uint32_t row : rows) {
    const uint32_t code = column.codes[row];
    (code == kMissing ? groups.without : groups.rows[place[code]]).push_back(row);
  }
  return groups;
}

std::vector<uint32_t> shuffled_rows(const Corpus& corpus, std::span<const uint32_t> rows, uint64_t seed,
                                    std::string_view component) {
  std::vector<std::pair<uint64_t, uint32_t>> keyed;
  keyed.reserve(rows.size());
  for (const uint32_t row : rows) keyed.emplace_back(Rng(seed, component, corpus.id(row)).next(), row);
  std::sort(keyed.begin(), keyed.end(), [&corpus](const auto& x, const auto& y) {
    return x.first != y.first ? x.first < y.first : corpus.id(x.second) < corpus.id(y.second);
  });
  std::vector<uint32_t> shuffled;
  shuffled.reserve(rows.size());
  for (const auto& [key, row] : keyed) shuffled.push_back(row);
  return shuffled;
}

std::vector<uint32_t> rows_by_id(const Corpus& corpus, std::span<const uint32_t> rows) {
  std::vector<uint32_t> sorted(rows.begin(), rows.end());
  std::sort(sorted.begin(), sorted.end(),
            [&corpus](uint32_t x, uint32_t y) { return corpus.id(x) < corpus.id(y); });
  return sorted;
}

}  // namespace standfast
