#include "standfast/analysis/scan/cue_tests.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "standfast/base/parallel.h"
#include "standfast/metric/stat/discrete_distributions.h"
#include "standfast/metric/stat/multiple_tests.h"

namespace standfast {
namespace {

constexpr uint64_t kMostWork = 200'000;  // groups x documents of an exact distribution

// Returns the probability that a sum of `sizes`, each taken with probability `chance`, is at least `hits`, or
// at most.
double tail(const std::vector<uint32_t>& sizes, double chance, uint64_t hits, bool upper) {
  std::vector<double> at(1, 1.0);
  for (const uint32_t size : sizes) {
    at.resize(at.size() + size);
    for (size_t s = at.size(); s-- > 0;)
      at[s] = (1 - chance) * at[s] + (s >= size ? chance * at[s - size] : 0);
  }
  const auto cut = at.begin() + static_cast<std::ptrdiff_t>(upper ? hits : hits + 1);
  return upper ? std::accumulate(cut, at.end(), 0.0) : std::accumulate(at.begin(), cut, 0.0);
}

}  // namespace

struct GroupTest::CueCounts {
  std::span<const uint32_t> groups, cue, both;
  double documents = 0;
  bool most = false;  // true: most documents have it, so the documents without it are counted
};

GroupTest::GroupTest(std::span<const uint32_t> all, std::span<const uint32_t> by_label, size_t label)
    : all_(all), by_label_(by_label), labels_(all.empty() ? 0 : by_label.size() / all.size()), label_(label) {
  double labelled = 0, groups = 0;
  for (size_t g = 0; g < all_.size(); ++g) {
    if (all_[g] == 0) continue;
    documents_ += all_[g];
    labelled += of_label(g);
    share_of_groups_ += static_cast<double>(of_label(g)) / all_[g];
    ++groups;
  }
  if (groups == 0) return;
  share_of_groups_ /= groups;
  share_ = labelled / documents_;
  for (size_t g = 0; g < all_.size(); ++g) {
    const double n = all_[g], surplus = of_label(g) - share_ * n;
    if (n == 0) continue;
    squared_sizes_ += n * n;
    squared_surplus_ += surplus * surplus;
    label_variance_ += surplus * surplus / n / documents_;
  }
}

double GroupTest::p_of_many(const CueCounts& of) const {
  const double cue_share = of.documents / documents_;
  // First groups without the cue, then groups with it.
  double squares = squared_surplus_, cue_squares = squared_sizes_;
  for (const uint32_t g : of.groups) {
    const double n = all_[g], surplus = of_label(g) - share_ * n;
    squares -= surplus * surplus;
    cue_squares -= n * n;
  }
  squares *= cue_share * cue_share;
  cue_squares *= cue_share * cue_share;
  double sum = 0;
  size_t full = 0;  // groups in which all documents have it
  for (size_t k = 0; k < of.groups.size(); ++k) {
    const double n = all_[of.groups[k]], cue = of.cue[k];
    const double u = of.both[k] - share_ * cue;
    const double centred = u - cue_share * (of_label(of.groups[k]) - share_ * n);
    sum += u;  // the centring terms of all groups add up to 0
    squares += centred * centred;
    cue_squares += (cue - cue_share * n) * (cue - cue_share * n);
    full += of.cue[k] == all_[of.groups[k]] ? 1 : 0;
  }
  const double variance = std::max(squares, cue_squares * label_variance_);
  if (!(variance > 0)) return 1;
  const double p = std::erfc(std::abs(sum) / std::sqrt(variance) / std::sqrt(2.0));
  const auto groups = static_cast<int>(of.most ? all_.size() - full : of.groups.size());
  return std::min(1.0, std::max(p, std::ldexp(2.0, -groups)));
}

double GroupTest::p_of_few(const CueCounts& of) const {
  std::vector<uint32_t> sizes;
  uint64_t documents = 0, hits = 0;
  const auto add = [&](uint32_t size, uint32_t of_label) {
    if (size == 0) return;
    sizes.push_back(size);
    documents += size;
    hits += of_label;
  };
  if (of.most) {
    size_t next = 0;
    for (uint32_t g = 0; g < all_.size(); ++g) {
      const bool has = next < of.groups.size() && of.groups[next] == g;
      add(all_[g] - (has ? of.cue[next] : 0), of_label(g) - (has ? of.both[next] : 0));
      if (has) ++next;
    }
  } else {
    for (size_t k = 0; k < of.groups.size(); ++k) add(of.cue[k], of.both[k]);
  }
  if (sizes.size() * documents > kMostWork) return 1;
  const auto [low, high] = std::minmax(share_, share_of_groups_);
  const double share = static_cast<double>(hits) / static_cast<double>(documents);
  if (share > high) return std::min(1.0, 2 * tail(sizes, high, hits, true));
  if (share < low) return std::min(1.0, 2 * tail(sizes, low, hits, false));
  return 1;
}

double GroupTest::p(std::span<const uint32_t> groups, std::span<const uint32_t> cue,
                    std::span<const uint32_t> both) const {
  CueCounts of{groups, cue, both};
  for (const uint32_t count : cue) of.documents += count;
  of.most = 2 * of.documents > documents_;
  if (share_ <= 0 || share_ >= 1 || of.documents == 0 || of.documents == documents_) return 1;
  const double many = p_of_many(of);
  return std::min(1.0, 2 * std::min(many, p_of_few(of)));
}

double GroupTest::least() const {
  std::vector<uint32_t> groups, cue;
  for (uint32_t g = 0; g < all_.size(); ++g)
    if (of_label(g) > 0) {
      groups.push_back(g);
      cue.push_back(of_label(g));
    }
  return p(groups, cue, cue);
}

namespace {

// Counts of a label, of all others, or of all documents with a cue.
struct Share {
  double with = 0, of = 0;
  double rest() const { return of - with; }
};

// Quantities that do not depend on the cue.
class Counted {
 public:
  explicit Counted(const LabelUnits& units)
      : units_(units),
        labels_(units.labels.size()),
        of_label_(labels_),
        groups_of_(labels_),
        others_groups_(labels_),
        squares_(labels_),
        other_squares_(labels_),
        half_(2 * labels_),
        in_group_(size_t{units.groups} * labels_),
        size_of_group_(units.groups) {
    for (uint32_t i = 0; i < units.size(); ++i) {
      ++of_label_[units.label[i]];
      ++half_[units.half[i] * labels_ + units.label[i]];
      ++in_group_[units.group[i] * labels_ + units.label[i]];
    }
    for (uint32_t g = 0; g < units.groups; ++g) {
      const uint32_t* const mine = &in_group_[g * labels_];
      uint32_t& all = size_of_group_[g];
      for (size_t c = 0; c < labels_; ++c) all += mine[c];
      for (size_t c = 0; c < labels_; ++c) {
        groups_of_[c] += mine[c] > 0 ? 1 : 0;
        others_groups_[c] += all > mine[c] ? 1 : 0;
        squares_[c] += square(static_cast<double>(mine[c]));
        other_squares_[c] += square(static_cast<double>(all - mine[c]));
      }
    }
  }

  size_t labels() const { return labels_; }
  uint64_t of_label(uint32_t label) const { return of_label_[label]; }
  uint64_t of_half(uint8_t half, uint32_t label) const { return half_[half * labels_ + label]; }
  uint64_t half_size(uint8_t half) const {
    uint64_t sum = 0;
    for (uint32_t c = 0; c < labels_; ++c) sum += of_half(half, c);
    return sum;
  }
  uint32_t in_group(uint32_t group, uint32_t label, bool others) const {
    const uint32_t mine = in_group_[group * labels_ + label];
    return others ? size_of_group_[group] - mine : mine;
  }
  std::span<const uint32_t> in_group() const { return in_group_; }  // group x label
  std::span<const uint32_t> size_of_group() const { return size_of_group_; }
  double groups(uint32_t label, bool others) const {
    return static_cast<double>(others ? others_groups_[label] : groups_of_[label]);
  }
  double squares(uint32_t label, bool others) const {
    return others ? other_squares_[label] : squares_[label];
  }
  const LabelUnits& units() const { return units_; }

 private:
  static double square(double x) { return x * x; }
  const LabelUnits& units_;
  size_t labels_;
  std::vector<uint64_t> of_label_, groups_of_, others_groups_;
  std::vector<double> squares_, other_squares_;  // sums over groups of squared numbers of documents
  std::vector<uint64_t> half_;
  std::vector<uint32_t> in_group_, size_of_group_;
};

// The counts of one cue: by label, by half and label, and by group and label.
struct CueCounts {
  std::vector<uint64_t> of_label, of_half;
  std::vector<uint32_t> groups;    // groups with the cue, ascending
  std::vector<uint32_t> in_group;  // index into groups x labels
  std::vector<uint32_t> of_group;  // by index in groups

  void count(const Cue& cue, const Counted& counted) {
    const LabelUnits& units = counted.units();
    const size_t labels = counted.labels();
    of_label.assign(labels, 0);
    of_half.assign(2 * labels, 0);
    pairs_.clear();
    for (const uint32_t i : cue.documents) {
      ++of_label[units.label[i]];
      ++of_half[units.half[i] * labels + units.label[i]];
      pairs_.emplace_back(units.group[i], units.label[i]);
    }
    if (!std::is_sorted(pairs_.begin(), pairs_.end())) std::sort(pairs_.begin(), pairs_.end());
    groups.clear();
    in_group.clear();
    of_group.clear();
    for (const auto& [group, label] : pairs_) {
      if (groups.empty() || groups.back() != group) {
        groups.push_back(group);
        in_group.resize(in_group.size() + labels);
        of_group.push_back(0);
      }
      ++of_group.back();
      ++in_group[in_group.size() - labels + label];
    }
  }

 private:
  std::vector<std::pair<uint32_t, uint32_t>> pairs_;
};

// Returns the counts of a label (or of all others), as for independent documents.
Share effective(const CueCounts& cue, const Counted& counted, uint32_t label, bool others) {
  const LabelUnits& units = counted.units();
  const size_t labels = counted.labels();
  uint64_t with = 0, of = 0;
  for (uint32_t c = 0; c < labels; ++c)
    if ((c == label) != others) with += cue.of_label[c], of += counted.of_label(c);
  const Share plain{static_cast<double>(with), static_cast<double>(of)};
  const double groups = counted.groups(label, others);
  if (of == 0 || groups == plain.of) return plain;  // each document is a group
  if (with == 0 || with == of) return {with == 0 ? 0 : groups, groups};
  const double share = plain.with / plain.of;
  double squares = share * share * counted.squares(label, others);
  for (size_t k = 0; k < cue.groups.size(); ++k) {
    const uint32_t mine = cue.in_group[k * labels + label];
    const double x = others ? cue.of_group[k] - mine : mine;
    const double n = counted.in_group(cue.groups[k], label, others);
    squares += x * x - 2 * x * n * share;
  }
  const double of_few = units.named_groups && groups > 1 ? groups / (groups - 1) : 1;
  const double effect = std::max(1.0, of_few * squares / (plain.of * share * (1 - share)));
  const double all = std::max(1.0, std::round(plain.of / effect));
  return {std::min(all, std::round(plain.with / effect)), all};
}

// Returns the tests by label; none if each document is a group.
std::vector<GroupTest> group_tests(const Counted& counted) {
  std::vector<GroupTest> tests;
  if (counted.units().groups == counted.units().size()) return tests;
  for (size_t label = 0; label < counted.labels(); ++label)
    tests.emplace_back(counted.size_of_group(), counted.in_group(), label);
  return tests;
}

double group_p(const CueCounts& cue, uint32_t label, const Counted& counted, const GroupTest& test) {
  std::vector<uint32_t> both(cue.groups.size());
  for (size_t k = 0; k < both.size(); ++k) both[k] = cue.in_group[k * counted.labels() + label];
  return test.p(cue.groups, cue.of_group, both);
}

double z_of(Share with_cue, double share_of_label) {
  const double variance = share_of_label * (1 - share_of_label);
  if (with_cue.of <= 0 || variance <= 0) return 0;
  return (with_cue.with / with_cue.of - share_of_label) / std::sqrt(variance / with_cue.of);
}

// Measures a cue. If Fisher's p is above `q`, it is returned alone: it is no finding, whatever the groups
// say. tests: by label, if documents have groups.
CueFinding measured(uint32_t number, uint32_t label, const CueCounts& cue, const Counted& counted,
                    const std::vector<GroupTest>& tests, double q) {
  const LabelUnits& units = counted.units();
  CueFinding found{.cue = number, .label = label};
  found.with = cue.of_label[label];
  found.of_label = counted.of_label(label);
  for (const uint64_t count : cue.of_label) found.others_with += count;
  found.others_with -= found.with;
  found.others = units.size() - found.of_label;
  found.groups_with = static_cast<uint32_t>(cue.groups.size());
  const Share in = effective(cue, counted, label, false), out = effective(cue, counted, label, true);
  const Share with_cue{in.with, in.with + out.with};
  const auto whole = [](double x) { return static_cast<uint64_t>(x); };
  found.p = hypergeometric_two_sided(whole(in.with), whole(with_cue.of), whole(in.of), whole(in.of + out.of));
  if (found.p <= q && !tests.empty()) found.p = std::max(found.p, group_p(cue, label, counted, tests[label]));
  found.effective_with = with_cue.of;
  const double share = static_cast<double>(found.of_label) / static_cast<double>(units.size());
  found.z = z_of(with_cue, share);
  const double documents = static_cast<double>(found.documents());
  found.pmi = found.with == 0 ? NAN : std::log(static_cast<double>(found.with) / documents / share);
  found.log_odds =
      std::log((in.with + .5) / (in.rest() + .5)) - std::log((out.with + .5) / (out.rest() + .5));
  found.log_odds_z = found.log_odds / std::sqrt(1 / (in.with + .5) + 1 / (in.rest() + .5) +
                                                1 / (out.with + .5) + 1 / (out.rest() + .5));
  // In a half, the ratio of effective documents to documents is the same as in the whole.
  const double effect = documents / std::max(1.0, with_cue.of);
  for (uint8_t half = 0; half < 2; ++half) {
    double with = 0;
    for (uint32_t c = 0; c < counted.labels(); ++c)
      with += static_cast<double>(cue.of_half[half * counted.labels() + c]);
    const double mine = static_cast<double>(cue.of_half[half * counted.labels() + label]);
    const double of_half = static_cast<double>(counted.half_size(half));
    if (with > 0 && of_half > 0)
      found.half_z[half] =
          z_of({mine / effect, with / effect}, static_cast<double>(counted.of_half(half, label)) / of_half);
  }
  found.stable = found.half_z[0] * found.z > 0 && found.half_z[1] * found.z > 0;
  return found;
}

}  // namespace

CueTests test_cues(const Cues& cues, const LabelUnits& units, const CueTestOptions& options) {
  const Counted counted(units);
  const std::vector<GroupTest> by_groups = group_tests(counted);
  const auto labels = static_cast<uint32_t>(units.labels.size());
  const uint32_t each = labels == 2 ? 1 : labels;
  CueTests tests;
  tests.cues = cues.all().size();
  tests.tests = tests.cues * each;
  if (units.named_groups && !by_groups.empty()) {
    tests.least_p = 1;
    for (const GroupTest& test : by_groups) tests.least_p = std::min(tests.least_p, test.least());
  }
  std::vector<double> p(tests.tests);
  constexpr size_t kGrain = 64;
  parallel_ranges(cues.all().size(), options.threads, kGrain, [&](size_t begin, size_t end, int) {
    CueCounts counts;
    for (size_t k = begin; k < end; ++k) {
      counts.count(cues.all()[k], counted);
      for (uint32_t c = 0; c < each; ++c)
        p[k * each + c] = measured(static_cast<uint32_t>(k), c, counts, counted, by_groups, options.q).p;
    }
  });
  const auto corrected =
      options.correction == Correction::benjamini_hochberg ? benjamini_hochberg(p) : benjamini_yekutieli(p);
  CueCounts counts;
  for (size_t k = 0; k < cues.all().size(); ++k) {
    bool counted_yet = false;
    for (uint32_t c = 0; c < each; ++c) {
      if (corrected[k * each + c] > options.q) continue;
      if (!counted_yet) counts.count(cues.all()[k], counted);
      counted_yet = true;
      auto found = measured(static_cast<uint32_t>(k), c, counts, counted, by_groups, options.q);
      // With two labels a cue favours one and opposes the other: the favoured label is named.
      if (labels == 2 && found.z < 0)
        found = measured(static_cast<uint32_t>(k), 1, counts, counted, by_groups, options.q);
      found.p = p[k * each + c];
      found.q = corrected[k * each + c];
      tests.findings.push_back(found);
    }
  }
  std::stable_sort(tests.findings.begin(), tests.findings.end(),
                   [](const CueFinding& a, const CueFinding& b) { return std::abs(a.z) > std::abs(b.z); });
  return tests;
}

}  // namespace standfast
