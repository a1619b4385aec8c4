#include "standfast/analysis/check/cue/cue_question.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "standfast/analysis/check/telling_values.h"
#include "standfast/metric/stat/discrete_distributions.h"
#include "standfast/metric/stat/interval.h"
#include "standfast/metric/stat/multiple_tests.h"
#include "standfast/text/printable.h"

namespace standfast {
namespace {

constexpr size_t kValuesShown = 3;  // values in the text of a rule

const Column& column_of(const CueTable& table, CueTarget target) {
  return target == CueTarget::cue ? table.cue : table.label;
}

// Returns train and test as the two halves of telling_values().
LabelHalves halves_of(const CheckedData& data, CueTarget target) {
  const CueTable& table = *data.cue;
  const Column& column = column_of(table, target);
  LabelHalves halves;
  std::vector<uint32_t> trained(column.names.size()), tested(column.names.size()),
      place(column.names.size(), kMissing);
  const auto count = [&](CueSide side, std::vector<uint32_t>& counts) {
    for (uint32_t row = table.first(side); row < table.last(side); ++row)
      if (column.codes[row] != kMissing) ++counts[column.codes[row]];
  };
  count(CueSide::train, trained);
  count(CueSide::test, tested);
  for (size_t code = 0; code < place.size(); ++code)
    if (std::min(trained[code], tested[code]) >= kLeastOfLabel) {
      place[code] = static_cast<uint32_t>(halves.labels.size());
      halves.labels.push_back(column.names[code]);
    }
  if (halves.labels.size() < 2 || halves.labels.size() > kMostLabels) {
    halves.why_not =
        halves.labels.size() < 2
            ? fmt::format("fewer than two values of {} have {} documents in train and in test",
                          target == CueTarget::cue ? table.cue_name : table.label_name, kLeastOfLabel)
            : fmt::format("there are more than {} values", kMostLabels);
    if (halves.labels.size() == 1 &&
        std::count(column.codes.begin() + table.first(CueSide::train),
                   column.codes.begin() + table.last(CueSide::train), kMissing) >= kLeastOfLabel)
      halves.why_not += fmt::format(
          " (\"{}\" has, and documents without a value do not count; give documents with nothing planted "
          "a value of their own)",
          printable_line(halves.labels.front()));
    return halves;
  }
  halves.label.assign(table.rows(), kMissing);
  for (uint32_t row = 0; row < table.rows(); ++row)
    if (column.codes[row] != kMissing) halves.label[row] = place[column.codes[row]];
  const auto take = [&](CueSide side, std::vector<uint32_t>& rows) {
    for (uint32_t row = table.first(side); row < table.last(side); ++row)
      if (halves.label[row] != kMissing) rows.push_back(row);
  };
  take(CueSide::train, halves.choosing);
  take(CueSide::test, halves.measuring);
  // Only one of several copies of a text is tested.
  std::vector<bool> again(table.rows());
  for (const auto& group : data.duplicates.exact) {
    bool seen = false;
    for (const uint32_t row : group) {
      if (row < table.first(CueSide::test) || row >= table.last(CueSide::test)) continue;
      again[row] = seen;
      seen = true;
    }
  }
  for (const uint32_t row : halves.measuring)
    if (!again[row]) halves.tested.push_back(row);
  return halves;
}

// A rule: by value, the most frequent target of training documents; for a value that training lacks, the most
// frequent target overall.
struct Rule {
  std::vector<uint32_t> answer, documents;  // by value
  uint32_t otherwise = 0;
  uint32_t of(uint32_t value) const {
    return value == kMissing || answer[value] == kMissing ? otherwise : answer[value];
  }
};

Rule rule_of_most(const LabelHalves& halves, std::span<const uint32_t> value, size_t values) {
  const size_t targets = halves.labels.size();
  std::vector<uint32_t> all(targets), with(values * targets);
  for (const uint32_t row : halves.choosing) {
    ++all[halves.label[row]];
    if (value[row] != kMissing) ++with[value[row] * targets + halves.label[row]];
  }
  const auto most = [&](const uint32_t* counts) {
    return static_cast<uint32_t>(std::max_element(counts, counts + targets) - counts);
  };
  Rule rule{std::vector<uint32_t>(values, kMissing), std::vector<uint32_t>(values), most(all.data())};
  for (size_t v = 0; v < values; ++v) {
    const uint32_t* const counts = &with[v * targets];
    rule.documents[v] = std::accumulate(counts, counts + targets, 0U);
    if (rule.documents[v] > 0) rule.answer[v] = most(counts);
  }
  return rule;
}

struct Measured {
  uint64_t right = 0, majority_right = 0, n = 0;
  uint64_t wins = 0, losses = 0;  // relative to the majority
};

Measured measure(const LabelHalves& halves, std::span<const uint32_t> rows, std::span<const uint32_t> value,
                 const Rule& rule) {
  std::vector<uint32_t> counts(halves.labels.size());
  for (const uint32_t row : rows) ++counts[halves.label[row]];
  const auto majority =
      static_cast<uint32_t>(std::max_element(counts.begin(), counts.end()) - counts.begin());
  Measured found;
  for (const uint32_t row : rows) {
    const bool right = rule.of(value[row]) == halves.label[row], usual = majority == halves.label[row];
    ++found.n;
    found.right += right ? 1 : 0;
    found.majority_right += usual ? 1 : 0;
    found.wins += right && !usual ? 1 : 0;
    found.losses += usual && !right ? 1 : 0;
  }
  return found;
}

std::string rule_in_words(const Rule& rule, const LabelHalves& halves, const SeenValues& seen) {
  std::vector<uint32_t> order(rule.answer.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return rule.documents[a] > rule.documents[b]; });
  std::string out;
  for (size_t k = 0; k < std::min(kValuesShown, order.size()); ++k) {
    if (rule.documents[order[k]] == 0) break;
    out +=
        fmt::format("{}{}: {}", k == 0 ? "" : ", ", seen.names[order[k]], halves.labels[rule.of(order[k])]);
  }
  return order.size() > kValuesShown ? out + " ..." : out;
}

std::string percent_of(uint64_t part, uint64_t whole) {
  return fmt::format("{:.1f} %",
                     whole == 0 ? 0.0 : 100 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string in_words(const CheckedData& data, const CueAnswer& answer, bool by_lead) {
  const CueTable& table = *data.cue;
  std::string out = fmt::format(
      "a rule that sees only {} predicts {} correctly for {} of {} {} documents (95 % interval {:.1f} to "
      "{:.1f}), the most frequent answer is right for {}",
      answer.seen,
      answer.target == CueTarget::cue ? "the planted value (" + table.cue_name + ")"
                                      : "the label (" + table.label_name + ")",
      percent_of(answer.right, answer.n), answer.n, answer.of_training ? "training" : "test",
      100 * answer.interval.low, 100 * answer.interval.high, percent_of(answer.majority_right, answer.n));
  if (!by_lead || answer.informedness >= kTells)
    out += fmt::format("; informedness {:.2f}", answer.informedness);
  for (const auto& other : answer.others)
    out += fmt::format("; {} of {} {} documents ({})", percent_of(other.right, other.n), other.n,
                       kCueSides[static_cast<size_t>(other.side)], percent_of(other.majority_right, other.n));
  return out;
}

// The best cut for two targets on the training side: documents of at most this size, and larger ones.
struct BestCut {
  double accurate = 0, balanced = 0;
};
BestCut best_cut_of(const LabelHalves& halves, std::span<const double> size) {
  std::vector<std::pair<double, uint32_t>> sorted;
  double all[2] = {0, 0};
  for (const uint32_t row : halves.choosing) {
    if (std::isnan(size[row])) continue;
    sorted.emplace_back(size[row], halves.label[row]);
    ++all[halves.label[row]];
  }
  std::sort(sorted.begin(), sorted.end());
  BestCut best;
  double most_right = -1, widest = -1, below[2] = {0, 0};
  for (size_t i = 0; i < sorted.size(); ++i) {
    ++below[sorted[i].second];
    if (i + 1 < sorted.size() && sorted[i + 1].first == sorted[i].first) continue;
    const double first_below = below[0] + all[1] - below[1], second_below = below[1] + all[0] - below[0];
    const double right = std::max(first_below, second_below);
    const double gap = std::abs(below[0] / all[0] - below[1] / all[1]);
    if (right > most_right) most_right = right, best.accurate = sorted[i].first;
    if (gap > widest) widest = gap, best.balanced = sorted[i].first;
  }
  return best;
}

}  // namespace

std::string objection_to_target(const CheckedData& data, CueTarget target) {
  return halves_of(data, target).why_not;
}

CueAnswer ask(const CheckedData& data, CueTarget target, const SeenValues& seen, uint32_t dealings) {
  const CueTable& table = *data.cue;
  const LabelHalves halves = halves_of(data, target);
  const Rule rule = rule_of_most(halves, seen.code, seen.names.size());
  CueAnswer answer{.target = target, .seen = seen.name, .rule = rule_in_words(rule, halves, seen)};
  const Measured test = measure(halves, halves.measuring, seen.code, rule);
  answer.right = test.right;
  answer.majority_right = test.majority_right;
  answer.n = test.n;
  answer.interval = exact_interval(test.right, test.n, 0.95);
  const Measured tested = measure(halves, halves.tested, seen.code, rule);
  answer.p = sign_test_upper(tested.wins, tested.losses);
  const auto& balanced = seen.balanced.empty() ? seen.code : seen.balanced;
  const auto told = [&](uint32_t times) {
    return telling_values(data, halves, balanced, static_cast<uint32_t>(seen.names.size()), times,
                          "cue/" + seen.name);
  };
  answer.informedness = told(0).informedness;
  // If the informedness is too small for a finding, p = 1 is valid and needs no permutations.
  if (answer.informedness >= kTells) answer.informed_p = told(dealings).p;
  for (const CueSide side : {CueSide::anti, CueSide::original}) {
    if (target != CueTarget::label || !table.has(side)) continue;
    std::vector<uint32_t> rows;
    for (uint32_t row = table.first(side); row < table.last(side); ++row)
      if (halves.label[row] != kMissing) rows.push_back(row);
    const Measured there = measure(halves, rows, seen.code, rule);
    if (there.n > 0) answer.others.push_back({side, there.right, there.majority_right, there.n});
  }
  return answer;
}

CueAnswer ask_row_before(const CheckedData& data, CueTarget target) {
  const LabelHalves halves = halves_of(data, target);
  const auto& rows = halves.choosing;
  Rule rule;
  for (uint32_t t = 0; t < halves.labels.size(); ++t) rule.answer.push_back(t);
  std::vector<uint32_t> before(halves.label.size(), kMissing), later;
  for (size_t i = 1; i < rows.size(); ++i) {
    before[rows[i]] = halves.label[rows[i - 1]];
    later.push_back(rows[i]);
  }
  const Measured found = measure(halves, later, before, rule);
  CueAnswer answer{.target = target, .seen = "the row before", .rule = "the same as the row before"};
  answer.right = found.right;
  answer.majority_right = found.majority_right;
  answer.n = found.n;
  answer.of_training = true;
  answer.interval = exact_interval(found.right, found.n, 0.95);
  answer.p = sign_test_upper(found.wins, found.losses);
  return answer;
}

SeenValues cut_sizes(const CheckedData& data, CueTarget target, const std::string& name,
                     std::span<const double> size, const std::string& unit) {
  const LabelHalves halves = halves_of(data, target);
  SeenValues seen{name, std::vector<uint32_t>(size.size(), kMissing), {}, {}};
  if (halves.labels.size() == 2) {
    const BestCut cut = best_cut_of(halves, size);
    seen.names = {fmt::format("at most {} {}", cut.accurate, unit),
                  fmt::format("more than {} {}", cut.accurate, unit)};
    seen.balanced = seen.code;
    for (size_t row = 0; row < size.size(); ++row) {
      if (std::isnan(size[row])) continue;
      seen.code[row] = size[row] <= cut.accurate ? 0 : 1;
      seen.balanced[row] = size[row] <= cut.balanced ? 0 : 1;
    }
    return seen;
  }
  std::vector<double> sorted, cuts;
  for (const uint32_t row : halves.choosing)
    if (!std::isnan(size[row])) sorted.push_back(size[row]);
  std::sort(sorted.begin(), sorted.end());
  for (size_t tenth = 1; tenth < 10 && !sorted.empty(); ++tenth)
    if (const double cut = sorted[tenth * (sorted.size() - 1) / 10]; cuts.empty() || cut > cuts.back())
      cuts.push_back(cut);
  for (const double cut : cuts) seen.names.push_back(fmt::format("up to {} {}", cut, unit));
  seen.names.push_back(cuts.empty() ? "any" : fmt::format("more than {} {}", cuts.back(), unit));
  for (size_t row = 0; row < size.size(); ++row)
    if (!std::isnan(size[row]))
      seen.code[row] =
          static_cast<uint32_t>(std::lower_bound(cuts.begin(), cuts.end(), size[row]) - cuts.begin());
  return seen;
}

DataOutcome outcome_of_answers(const CheckedData& data, std::vector<CueAnswer> answers) {
  std::vector<double> p;
  for (const auto& answer : answers) {
    p.push_back(answer.p);
    p.push_back(answer.informed_p);
  }
  p = holm(p);
  DataOutcome outcome;
  for (size_t k = 0; k < answers.size(); ++k) {
    const CueAnswer& answer = answers[k];
    const bool leads = answer.accuracy() - answer.majority() >= kCueLead && p[2 * k] <= kTellsLevel;
    const bool tells = answer.informedness >= kTells && p[2 * k + 1] <= kTellsLevel;
    if (!leads && !tells) continue;
    outcome.findings.push_back(
        {in_words(data, answer, leads), answer.right, answer.n, {}, {"training: " + answer.rule}});
  }
  return outcome;
}

}  // namespace standfast
