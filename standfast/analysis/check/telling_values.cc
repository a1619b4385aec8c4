#include "standfast/analysis/check/telling_values.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/base/rng.h"

namespace standfast {
namespace {

// More documents make p no better, only slower.
constexpr size_t kMostTested = 20'000;

// By value: the label, or kMissing for a value that the half did not have.
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

// Mean over labels of the share named right.
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

}  // namespace standfast
