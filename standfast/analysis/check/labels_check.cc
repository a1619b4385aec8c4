// The checks for missing labels, labels of a single document, labels that one side lacks or nearly lacks, and
// different label mixes.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "standfast/analysis/check/checks.h"
#include "standfast/metric/stat/distributions.h"

namespace standfast {

DataOutcome check_missing_labels(const CheckedData& data) {
  const Column* labels = data.column("label");
  if (labels == nullptr) return not_asked("there is no label");
  std::vector<uint32_t> rows;
  for (uint32_t row = 0; row < data.size(); ++row)
    if (labels->codes[row] == kMissing) rows.push_back(row);
  DataOutcome outcome;
  if (!rows.empty())
    outcome.findings.push_back({fmt::format("{} of {} documents have no label", rows.size(), data.size()),
                                rows.size(), data.size(), rows});
  return outcome;
}

DataOutcome check_rare_labels(const CheckedData& data) {
  const Column* labels = data.column("label");
  if (labels == nullptr) return not_asked("there is no label");
  std::vector<uint32_t> counts(labels->names.size()), last(labels->names.size());
  for (uint32_t row = 0; row < data.size(); ++row)
    if (const uint32_t code = labels->codes[row]; code != kMissing) {
      ++counts[code];
      last[code] = row;
    }
  DataFinding finding;
  for (size_t code = 0; code < counts.size(); ++code)
    if (counts[code] == 1) {
      finding.values.push_back(labels->names[code]);
      finding.rows.push_back(last[code]);
    }
  DataOutcome outcome;
  if (finding.values.empty()) return outcome;
  finding.count = finding.values.size();
  finding.of = labels->names.size();
  finding.message = fmt::format("{} of {} labels have a single document", finding.count, finding.of);
  std::sort(finding.rows.begin(), finding.rows.end());
  outcome.findings.push_back(std::move(finding));
  return outcome;
}

namespace {

constexpr uint64_t kFewDocuments = 10;  // SF342
constexpr double kApart = 0.10;         // SF344: least distance of the two mixes
constexpr double kMixLevel = 0.01;      // joint level of all folds
constexpr double kLeastExpected = 5;    // in a cell of the chi-square test

struct LabelCounts {
  std::vector<uint64_t> train, test;  // by label
};

std::vector<LabelCounts> counts_by_fold(const CheckedData& data, const Column& labels) {
  std::vector<LabelCounts> folds;
  for (const Fold& fold : data.folds) {
    LabelCounts counts{std::vector<uint64_t>(labels.names.size()),
                       std::vector<uint64_t>(labels.names.size())};
    const auto count = [&](const RowSet& rows, std::vector<uint64_t>& of) {
      for (const uint32_t row : rows)
        if (labels.codes[row] != kMissing) ++of[labels.codes[row]];
    };
    count(fold.train, counts.train);
    count(fold.validation, counts.train);
    count(fold.test, counts.test);
    folds.push_back(std::move(counts));
  }
  return folds;
}

uint64_t total(const std::vector<uint64_t>& counts) {
  uint64_t sum = 0;
  for (const uint64_t count : counts) sum += count;
  return sum;
}

std::string in_folds(const CheckedData& data, uint64_t folds) {
  return data.folds.size() == 1 ? "" : fmt::format(", in {} of {} folds", folds, data.folds.size());
}

// Returns the total variation distance: half the sum of absolute differences of shares.
double distance(const LabelCounts& counts) {
  const auto train = static_cast<double>(total(counts.train)), test = static_cast<double>(total(counts.test));
  double sum = 0;
  for (size_t c = 0; c < counts.train.size(); ++c)
    sum +=
        std::abs(static_cast<double>(counts.train[c]) / train - static_cast<double>(counts.test[c]) / test);
  return sum / 2;
}

// Returns the p of Pearson's chi-square test of homogeneity (Pearson 1900). Labels with few documents are
// pooled. 1 if fewer than two labels are left.
double p_of_one_mix(const LabelCounts& counts) {
  const auto train = static_cast<double>(total(counts.train)), test = static_cast<double>(total(counts.test));
  const double all = train + test, smaller = std::min(train, test);
  std::vector<std::array<double, 2>> cells;  // train, test
  std::array<double, 2> rare = {0, 0};
  for (size_t c = 0; c < counts.train.size(); ++c) {
    const std::array<double, 2> cell = {static_cast<double>(counts.train[c]),
                                        static_cast<double>(counts.test[c])};
    if ((cell[0] + cell[1]) * smaller / all >= kLeastExpected)
      cells.push_back(cell);
    else
      for (size_t side = 0; side < 2; ++side) rare[side] += cell[side];
  }
  if ((rare[0] + rare[1]) * smaller / all >= kLeastExpected) cells.push_back(rare);
  if (cells.size() < 2) return 1;
  std::array<double, 2> sides = {0, 0};
  for (const auto& cell : cells)
    for (size_t side = 0; side < 2; ++side) sides[side] += cell[side];
  double statistic = 0;
  for (const auto& cell : cells)
    for (size_t side = 0; side < 2; ++side) {
      const double expected = (cell[0] + cell[1]) * sides[side] / (sides[0] + sides[1]);
      if (expected > 0) statistic += (cell[side] - expected) * (cell[side] - expected) / expected;
    }
  return chi_square_upper(statistic, static_cast<double>(cells.size() - 1));
}

const char* kNoLabel = "there is no label";

}  // namespace

DataOutcome check_label_not_trained(const CheckedData& data) {
  const Column* labels = data.column("label");
  if (labels == nullptr) return not_asked(kNoLabel);
  const auto counts = counts_by_fold(data, *labels);
  DataFinding finding;
  uint64_t folds = 0;
  std::vector<bool> lacks(labels->names.size()), hit(data.size());
  for (size_t f = 0; f < counts.size(); ++f) {
    finding.of += total(counts[f].test);
    const uint64_t before = finding.count;
    for (const uint32_t row : data.folds[f].test) {
      const uint32_t code = labels->codes[row];
      if (code == kMissing || counts[f].train[code] > 0) continue;
      ++finding.count;
      lacks[code] = true;
      hit[row] = true;
    }
    folds += finding.count > before ? 1 : 0;
  }
  DataOutcome outcome;
  if (finding.count == 0) return outcome;
  for (size_t c = 0; c < lacks.size(); ++c)
    if (lacks[c]) finding.values.push_back(labels->names[c]);
  for (uint32_t row = 0; row < data.size(); ++row)
    if (hit[row]) finding.rows.push_back(row);
  finding.message = fmt::format(
      "{} of {} test documents have a label that their training lacks: {} of {} labels{}", finding.count,
      finding.of, finding.values.size(), labels->names.size(), in_folds(data, folds));
  outcome.findings.push_back(std::move(finding));
  return outcome;
}

DataOutcome check_label_little_trained(const CheckedData& data) {
  const Column* labels = data.column("label");
  if (labels == nullptr) return not_asked(kNoLabel);
  std::vector<bool> few(labels->names.size());
  uint64_t folds = 0;
  for (const auto& counts : counts_by_fold(data, *labels)) {
    bool any = false;
    for (size_t c = 0; c < few.size(); ++c)
      if (counts.test[c] > 0 && counts.train[c] > 0 && counts.train[c] < kFewDocuments) any = few[c] = true;
    folds += any ? 1 : 0;
  }
  DataFinding finding;
  for (size_t c = 0; c < few.size(); ++c)
    if (few[c]) finding.values.push_back(labels->names[c]);
  DataOutcome outcome;
  if (finding.values.empty()) return outcome;
  finding.count = finding.values.size();
  finding.of = labels->names.size();
  finding.message = fmt::format("{} of {} labels are tested with fewer than {} training documents{}",
                                finding.count, finding.of, kFewDocuments, in_folds(data, folds));
  outcome.findings.push_back(std::move(finding));
  return outcome;
}

DataOutcome check_label_not_tested(const CheckedData& data) {
  const Column* labels = data.column("label");
  if (labels == nullptr) return not_asked(kNoLabel);
  std::vector<bool> trained(labels->names.size()), tested(labels->names.size());
  for (const auto& counts : counts_by_fold(data, *labels))
    for (size_t c = 0; c < trained.size(); ++c) {
      trained[c] = trained[c] || counts.train[c] > 0;
      tested[c] = tested[c] || counts.test[c] > 0;
    }
  DataFinding finding;
  for (size_t c = 0; c < trained.size(); ++c)
    if (trained[c] && !tested[c]) finding.values.push_back(labels->names[c]);
  DataOutcome outcome;
  if (finding.values.empty()) return outcome;
  finding.count = finding.values.size();
  finding.of = labels->names.size();
  finding.message =
      fmt::format("{} of {} labels are trained on, and no fold tests them", finding.count, finding.of);
  outcome.findings.push_back(std::move(finding));
  return outcome;
}

DataOutcome check_label_mix(const CheckedData& data) {
  const Column* labels = data.column("label");
  if (labels == nullptr) return not_asked(kNoLabel);
  const auto counts = counts_by_fold(data, *labels);
  uint64_t differ = 0, used = 0;
  double largest = 0;
  size_t where = 0;
  for (size_t f = 0; f < counts.size(); ++f) {
    if (total(counts[f].train) == 0 || total(counts[f].test) == 0) continue;
    ++used;
    const double apart = distance(counts[f]);
    if (apart < kApart || p_of_one_mix(counts[f]) > kMixLevel / static_cast<double>(counts.size())) continue;
    ++differ;
    if (apart > largest) largest = apart, where = f;
  }
  if (used == 0) return not_asked("no fold has labels on both sides");
  DataOutcome outcome;
  if (differ == 0) return outcome;
  outcome.findings.push_back(
      {fmt::format("{} of {} folds have another mix of labels in test than in training: {:.0f} % of the test "
                   "documents of fold {} would need another label",
                   differ, used, 100 * largest, where),
       differ, used});
  return outcome;
}

}  // namespace standfast
