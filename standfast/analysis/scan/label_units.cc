#include "standfast/analysis/scan/label_units.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

#include <fmt/format.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "standfast/base/rng.h"
#include "standfast/corpus/duplicate/token_sets.h"

namespace standfast {
namespace {

// Adds a new group for the document. Groups are numbered in order of first appearance.
uint32_t new_group(LabelUnits& units, std::string_view name) {
  units.group_names.emplace_back(name);
  return units.groups++;
}

// Makes documents with one text one group.
void group_copies(const Corpus& corpus, LabelUnits& units) {
  std::unordered_map<uint64_t, uint32_t> number;
  std::string normal;
  for (const uint32_t row : units.rows) {
    const std::string_view id = corpus.id(row);
    comparable_text(corpus.text(row), normal);
    // Empty texts are no copies of each other.
    if (normal.empty()) {
      units.group.push_back(new_group(units, id));
      continue;
    }
    const auto [found, is_new] = number.try_emplace(XXH3_64bits(normal.data(), normal.size()), units.groups);
    const uint32_t group = is_new ? new_group(units, id) : found->second;
    if (id < units.group_names[group]) units.group_names[group] = id;
    units.group.push_back(group);
  }
}

void group_by(const Corpus& corpus, const Column& column, LabelUnits& units) {
  std::vector<uint32_t> number(column.names.size(), kMissing);
  for (const uint32_t row : units.rows) {
    const uint32_t code = column.codes[row];
    if (code == kMissing) {
      units.group.push_back(new_group(units, corpus.id(row)));
      continue;
    }
    if (number[code] == kMissing) number[code] = new_group(units, column.names[code]);
    units.group.push_back(number[code]);
  }
}

}  // namespace

std::vector<uint8_t> dealt_groups(const LabelUnits& units, uint8_t parts, uint64_t seed,
                                  std::string_view stream) {
  std::vector<uint64_t> size(units.groups), dealt(parts);
  for (const uint32_t g : units.group) ++size[g];
  struct Drawn {
    uint32_t group;
    uint64_t key;
  };
  std::vector<Drawn> order;
  for (uint32_t g = 0; g < units.groups; ++g)
    order.push_back({g, Rng(seed, stream, units.group_names[g]).next()});
  // Large groups first, so that parts have similar sizes; groups of one size in random order.
  std::sort(order.begin(), order.end(), [&](const Drawn& a, const Drawn& b) {
    return std::tie(size[b.group], a.key, a.group) < std::tie(size[a.group], b.key, b.group);
  });
  std::vector<uint8_t> part_of(units.groups), part(units.size());
  for (const auto& [g, key] : order) {
    const auto least = std::min_element(dealt.begin(), dealt.end()) - dealt.begin();
    part_of[g] = static_cast<uint8_t>(least);
    dealt[static_cast<size_t>(least)] += size[g];
  }
  for (uint32_t i = 0; i < units.size(); ++i) part[i] = part_of[units.group[i]];
  return part;
}

Result<LabelUnits> label_units(const Corpus& corpus, const std::string& target, const std::string& group,
                               uint64_t seed) {
  SF_ASSIGN(const Column* const column, corpus.require_named(target));
  const Column* grouped = nullptr;
  if (!group.empty()) {
    SF_ASSIGN(grouped, corpus.require_named(group));
  }
  LabelUnits units;
  units.all = corpus.size();
  std::vector<uint32_t> place(column->names.size(), kMissing);
  std::vector<bool> used(column->names.size());
  for (const uint32_t code : column->codes)
    if (code != kMissing) used[code] = true;
  for (uint32_t code = 0; code < used.size(); ++code)
    if (used[code]) {
      place[code] = static_cast<uint32_t>(units.labels.size());
      units.labels.push_back(column->names[code]);
    }
  if (units.labels.size() < 2)
    return data_error(fmt::format("{}: {} has {} value{}; a scan compares at least two labels (--target)",
                                  corpus.name(), target, units.labels.size(),
                                  units.labels.size() == 1 ? " alone" : "s"));
  if (units.labels.size() > kMostScannedLabels)
    return data_error(
        fmt::format("{}: {} has {} values; a scan compares at most {} labels (--at-least, --most)",
                    corpus.name(), target, units.labels.size(), kMostScannedLabels));
  for (uint32_t row = 0; row < corpus.size(); ++row)
    if (column->codes[row] != kMissing) {
      units.rows.push_back(row);
      units.label.push_back(place[column->codes[row]]);
    }
  units.named_groups = grouped != nullptr;
  grouped != nullptr ? group_by(corpus, *grouped, units) : group_copies(corpus, units);
  units.half = dealt_groups(units, 2, seed, "scan/halves");
  return units;
}

}  // namespace standfast
