#include "standfast/analysis/check/label_halves.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/base/rng.h"

namespace standfast {
namespace {

// By row: the number of the unit that it belongs to.
std::vector<uint32_t> units_of(const CheckedData& data) {
  std::vector<uint32_t> unit(data.size());
  for (uint32_t row = 0; row < data.size(); ++row) unit[row] = row;
  for (const auto& group : data.duplicates.exact)
    for (const uint32_t row : group) unit[row] = group.front();
  const Column* authors = data.column("author");
  if (authors == nullptr) return unit;
  std::vector<uint32_t> first(authors->names.size(), kMissing);
  for (uint32_t row = 0; row < data.size(); ++row) {
    const uint32_t code = authors->codes[row];
    if (code == kMissing) continue;
    if (first[code] == kMissing) first[code] = row;
    unit[row] = first[code];
  }
  return unit;
}

}  // namespace

LabelHalves label_halves(const CheckedData& data) {
  LabelHalves halves;
  const Column* labels = data.column("label");
  if (labels == nullptr) {
    halves.why_not = "there is no label";
    return halves;
  }
  const auto unit = units_of(data);
  // Rows in drawn order; a unit stands where its first row is drawn. Draws go by id, so the order of rows says nothing.
  std::vector<std::pair<uint64_t, uint32_t>> drawn;
  for (uint32_t row = 0; row < data.size(); ++row)
    if (labels->codes[row] != kMissing)
      drawn.emplace_back(Rng(data.seed, "check/halves", data.ids[row]).next(), row);
  std::sort(drawn.begin(), drawn.end());
  std::vector<uint32_t> order;
  for (const auto& [key, row] : drawn) order.push_back(row);
  halves.labelled = order.size();
  enum class Half : uint8_t { none, choosing, measuring };
  std::vector<Half> half_of_unit(data.size(), Half::none), half(data.size(), Half::none);
  std::vector<uint64_t> size_of_unit(data.size());
  for (const uint32_t row : order) ++size_of_unit[unit[row]];
  uint64_t choosing = 0, measuring = 0;
  for (const uint32_t row : order) {
    Half& mine = half_of_unit[unit[row]];
    if (data.first_of_test) {
      mine = row < *data.first_of_test ? Half::choosing : Half::measuring;
    } else if (mine == Half::none) {
      mine = choosing <= measuring ? Half::choosing : Half::measuring;
      (mine == Half::choosing ? choosing : measuring) += size_of_unit[unit[row]];
    }
    half[row] = mine;
  }
  std::vector<uint32_t> in_choosing(labels->names.size()), in_measuring(labels->names.size());
  for (const uint32_t row : order)
    ++(half[row] == Half::choosing ? in_choosing : in_measuring)[labels->codes[row]];
  std::vector<uint32_t> place(labels->names.size(), kMissing);
  for (size_t code = 0; code < place.size(); ++code)
    if (std::min(in_choosing[code], in_measuring[code]) >= kLeastOfLabel) {
      place[code] = static_cast<uint32_t>(halves.labels.size());
      halves.labels.push_back(labels->names[code]);
    }
  if (halves.labels.size() < 2 || halves.labels.size() > kMostLabels) {
    halves.why_not = halves.labels.size() < 2
                         ? fmt::format("fewer than two labels have {} documents in each half", kLeastOfLabel)
                         : fmt::format("there are more than {} labels", kMostLabels);
    return halves;
  }
  halves.label.assign(data.size(), kMissing);
  std::vector<bool> seen(data.size());
  for (const uint32_t row : order) {
    halves.label[row] = place[labels->codes[row]];
    if (halves.label[row] == kMissing) continue;
    (half[row] == Half::choosing ? halves.choosing : halves.measuring).push_back(row);
    if (half[row] == Half::choosing || seen[unit[row]]) continue;
    seen[unit[row]] = true;
    halves.tested.push_back(row);
  }
  std::sort(halves.choosing.begin(), halves.choosing.end());
  std::sort(halves.measuring.begin(), halves.measuring.end());
  return halves;
}

}  // namespace standfast
