#include "standfast/analysis/check/telling_values.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/base/rng.h"

namespace standfast {
namespace {

// The limit on tested documents: more make p no better, only slower.
constexpr size_t kMostTested = 20'000;

// Returns, by value, the label of the rule, or kMissing for a value that the half did not have.
std::vector<uint32_t> rule_of(const LabelHalves& halves, std::span<const uint32_t> value, uint32_t values) {
  const size_t classes = halves.labels.size();
  std::vector<uint64_t> sizes(classes), with(size_t{values} * classes);
  for (const uint32_t row : halves.choosing) {
    ++sizes[halves.label[row]];
    if (value[row] != kMissing) ++with[value[row] * classes + halves.label[row]];
  }
  std::vector<uint32_t> rule(values, kMissing);
  for (uint32_t v = 0; v < values; ++v) {
    double best = 0;
    for (uint32_t c = 0; c < classes; ++c)
      if (const double share = static_cast<double>(with[v * classes + c]) / static_cast<double>(sizes[c]);
          share > best) {
        best = share;
        rule[v] = c;
      }
  }
  return rule;
}

// Returns the balanced accuracy: the mean over labels of the share named right.
double balanced(std::span<const uint32_t> truth, std::span<const uint32_t> answer, size_t classes) {
  std::vector<uint64_t> all(classes), right(classes);
  for (size_t i = 0; i < truth.size(); ++i) {
    ++all[truth[i]];
    right[truth[i]] += truth[i] == answer[i] ? 1 : 0;
  }
  double sum = 0;
  uint32_t labels = 0;
  for (size_t c = 0; c < classes; ++c)
    if (all[c] > 0) {
      sum += static_cast<double>(right[c]) / static_cast<double>(all[c]);
      ++labels;
    }
  return labels == 0 ? 0 : sum / labels;
}

}  // namespace

TellingValues telling_values(const CheckedData& data, const LabelHalves& halves,
                             std::span<const uint32_t> value, uint32_t values, uint32_t dealings,
                             std::string_view name) {
  const size_t classes = halves.labels.size();
  const auto rule = rule_of(halves, value, values);
  const auto take = [&](std::span<const uint32_t> rows, std::vector<uint32_t>& truth,
                        std::vector<uint32_t>& answer) {
    for (const uint32_t row : rows) {
      truth.push_back(halves.label[row]);
      answer.push_back(value[row] == kMissing ? kMissing : rule[value[row]]);
    }
  };
  TellingValues found;
  std::vector<uint32_t> truth, answer;
  take(halves.measuring, truth, answer);
  found.n = truth.size();
  found.accuracy = balanced(truth, answer, classes);
  const double guessing = 1 / static_cast<double>(classes);
  found.informedness = (found.accuracy - guessing) / (1 - guessing);

  truth.clear();
  answer.clear();
  take(std::span(halves.tested).first(std::min(kMostTested, halves.tested.size())), truth, answer);
  const double observed = balanced(truth, answer, classes);
  uint32_t as_high = 0;
  for (uint32_t b = 0; b < dealings; ++b) {
    Rng rng(data.seed, "check/telling-values", fmt::format("{} {}", name, b));
    rng.shuffle(truth);
    as_high += balanced(truth, answer, classes) >= observed - 1e-12 ? 1 : 0;
  }
  found.p = (1.0 + as_high) / (1.0 + dealings);
  return found;
}

namespace {

// Returns, by row, the number of its unit.
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
  // Rows in random order; a unit takes the place of its first row. Draws depend on ids, so the order of rows
  // has no effect.
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
