#include "standfast/split/latent/subset_sum.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/split/latent/reachable_sums.h"

namespace standfast {
namespace {

// The meet-in-the-middle solution: a set of clusters with a given sum, or with the largest sum within
// targets, from the sums of two halves of the clusters (Horowitz and Sahni 1974, Computing partitions with
// applications to the knapsack problem, JACM 21). It is exact, and fast if halves have few sums within the
// targets; else it returns nothing, and all sums have to be computed (reachable_sums.h).

struct HalvesLimits {
  size_t most_sums = size_t{1} << 18;       // of a half
  uint64_t most_steps = uint64_t{1} << 25;  // of the passes through both halves
};

using CountView = std::span<const uint32_t>;

constexpr size_t kMostInHalves = 64;   // 32 in a half
constexpr uint64_t kStepsOfATry = 64;  // in addition to the steps through the halves

uint64_t sum_of_counts(CountView counts) {
  return std::accumulate(counts.begin(), counts.end(), uint64_t{0});
}

// Count vectors packed into one number each (reachable_sums.h). A sum of two within the targets has no carry
// from one class to the next.
class Packing {
 public:
  static bool has_form(CountView targets) { return packed_layout(targets).words <= 1; }

  explicit Packing(CountView targets) : layout_(packed_layout(targets)) {}

  uint64_t operator()(CountView counts) const {
    uint64_t all = 0;
    for (size_t c = 0; c < counts.size(); ++c) all |= uint64_t{counts[c]} << layout_.fields[c].shift;
    return all;
  }
  // Returns the constant for the test that a sum of two is within `most`: (sum + room) & spare is 0.
  uint64_t room(CountView most) const {
    uint64_t all = 0;
    for (size_t c = 0; c < most.size(); ++c)
      all |= ((uint64_t{1} << layout_.fields[c].width) - 1 - most[c]) << layout_.fields[c].shift;
    return all;
  }
  uint64_t spare() const {
    uint64_t all = 0;
    for (const auto& field : layout_.fields) all |= uint64_t{1} << (field.width + field.shift);
    return all;
  }

 private:
  PackedLayout layout_;
};

// The sums of some clusters, ascending, each with one set that makes it: bit j is the j-th cluster added.
class HalfSums {
 public:
  // high_sets: among the sets with one sum the greatest number is kept, not the least.
  HalfSums(const Packing& packing, CountView most, bool high_sets)
      : room_(packing.room(most)), spare_(packing.spare()), high_sets_(high_sets), sums_(1), sets_(1) {}

  void add(uint64_t counts) {
    next_sums_.clear();
    next_sets_.clear();
    const uint32_t bit = uint32_t{1} << clusters_++;
    size_t next = 0;
    for (size_t i = 0; i < sums_.size(); ++i) {
      const uint64_t sum = sums_[i] + counts;
      if (((sum + room_) & spare_) != 0) continue;
      for (; next < sums_.size() && sums_[next] < sum; ++next) push(sums_[next], sets_[next]);
      if (next < sums_.size() && sums_[next] == sum) {
        push(sum, high_sets_ ? sets_[i] | bit : sets_[next]);
        ++next;
      } else {
        push(sum, sets_[i] | bit);
      }
    }
    for (; next < sums_.size(); ++next) push(sums_[next], sets_[next]);
    sums_.swap(next_sums_);
    sets_.swap(next_sets_);
  }

  std::span<const uint64_t> sums() const { return sums_; }
  uint32_t set_of(size_t sum) const { return sets_[sum]; }

 private:
  void push(uint64_t sum, uint32_t set) {
    next_sums_.push_back(sum);
    next_sets_.push_back(set);
  }

  uint64_t room_, spare_;
  bool high_sets_;
  uint32_t clusters_ = 0;
  std::vector<uint64_t> sums_, next_sums_;
  std::vector<uint32_t> sets_, next_sets_;
};

class Halves {
 public:
  Halves(std::span<const CountView> clusters, CountView targets, const HalvesLimits& limits)
      : clusters_(clusters),
        targets_(targets),
        limits_(limits),
        packing_(targets),
        steps_left_(limits.most_steps) {}

  std::optional<std::vector<uint32_t>> solve() {
    if (auto full = full_by_what_is_left_out()) return full;
    return best_by_what_is_in();
  }

 private:
  // Returns the set that fills all targets, which no other can beat; among such sets, the one whose last
  // cluster is lowest. If the first p clusters have little more than the targets, few sets of left-out
  // clusters are possible, and these are searched.
  std::optional<std::vector<uint32_t>> full_by_what_is_left_out() {
    std::vector<uint64_t> sums(targets_.size(), 0);
    const uint64_t wanted = sum_of_counts(targets_);
    for (size_t p = 1; p <= clusters_.size(); ++p) {
      std::vector<uint32_t> beyond(targets_.size());
      bool enough = true;
      uint64_t total = 0;
      for (size_t c = 0; c < targets_.size(); ++c) {
        sums[c] += clusters_[p - 1][c];
        enough &= sums[c] >= targets_[c];
        total += sums[c];
      }
      if (!enough) continue;
      if (total > 2 * wanted) return std::nullopt;  // searching the chosen clusters is easier
      for (size_t c = 0; c < targets_.size(); ++c) {
        // Sums must stay within the fields of packed numbers.
        if (sums[c] - targets_[c] > targets_[c]) return std::nullopt;
        beyond[c] = static_cast<uint32_t>(sums[c] - targets_[c]);
      }
      HalfSums low(packing_, beyond, true), high(packing_, beyond, true);
      if (!make(p, beyond, low, high)) return std::nullopt;
      const auto left_out = set_with(packing_(beyond), p, low, high, true);
      if (!left_out) {
        if (steps_left_ == 0) return std::nullopt;
        continue;
      }
      return clusters_of(~*left_out & (UINT64_MAX >> (64 - p)));
    }
    return std::nullopt;
  }

  std::optional<std::vector<uint32_t>> best_by_what_is_in() {
    HalfSums low(packing_, targets_, false), high(packing_, targets_, false);
    if (!make(clusters_.size(), targets_, low, high)) return std::nullopt;
    const uint64_t most = sum_of_counts(targets_);
    std::vector<uint32_t> sum(targets_.begin(), targets_.end());
    for (uint64_t missing = 0; missing <= most; ++missing) {
      std::optional<uint64_t> found;
      if (!try_sums(0, missing, sum, low, high, found)) return std::nullopt;
      if (found) return clusters_of(*found);
    }
    return std::nullopt;
  }

  // Tries all sums that fall short of the targets by `missing` in the classes from c on, in lexicographic
  // order, until one is found. Returns false if there are no steps left.
  bool try_sums(size_t c, uint64_t missing, std::vector<uint32_t>& sum, const HalfSums& low,
                const HalfSums& high, std::optional<uint64_t>& found) {
    if (steps_left_ == 0) return false;
    --steps_left_;
    if (c + 1 == targets_.size()) {
      if (missing > targets_[c]) return true;
      sum[c] = targets_[c] - static_cast<uint32_t>(missing);
      found = set_with(packing_(sum), clusters_.size(), low, high, false);
      return found || steps_left_ > 0;
    }
    for (uint64_t here = std::min<uint64_t>(missing, targets_[c]) + 1; here-- > 0;) {
      sum[c] = targets_[c] - static_cast<uint32_t>(here);
      if (!try_sums(c + 1, missing - here, sum, low, high, found)) return false;
      if (found) return true;
    }
    return true;
  }

  static size_t low_clusters(size_t p) { return p / 2; }

  // Computes all sums of the first p clusters, by halves. Returns false if there are too many.
  bool make(size_t p, CountView most, HalfSums& low, HalfSums& high) const {
    for (size_t j = 0; j < p; ++j) {
      HalfSums& half = j < low_clusters(p) ? low : high;
      bool fits = true;
      for (size_t c = 0; c < most.size(); ++c) fits &= clusters_[j][c] <= most[c];
      // A cluster that exceeds the limits by itself is in no sum, but it keeps its bit.
      half.add(fits ? packing_(clusters_[j]) : packing_.spare());
      if (half.sums().size() > limits_.most_sums) return false;
    }
    return true;
  }

  // Returns the set with this sum that has the least number (or the greatest): bit j is cluster j. Nothing if
  // there is none or the steps run out.
  std::optional<uint64_t> set_with(uint64_t sum, size_t p, const HalfSums& low, const HalfSums& high,
                                   bool greatest) {
    const auto a = low.sums(), b = high.sums();
    const uint64_t steps = a.size() + b.size() + kStepsOfATry;
    if (steps > steps_left_) {
      steps_left_ = 0;
      return std::nullopt;
    }
    steps_left_ -= steps;
    std::optional<uint64_t> best;
    for (size_t i = 0, j = b.size(); i < a.size() && j > 0;) {
      const uint64_t both = a[i] + b[j - 1];
      if (both == sum) {
        const uint64_t set = uint64_t{high.set_of(j - 1)} << low_clusters(p) | low.set_of(i);
        if (!best || (greatest ? set > *best : set < *best)) best = set;
      }
      // Avoids an unpredictable branch.
      i += both <= sum ? 1 : 0;
      j -= both >= sum ? 1 : 0;
    }
    return best;
  }

  static std::vector<uint32_t> clusters_of(uint64_t set) {
    std::vector<uint32_t> chosen;
    for (; set != 0; set &= set - 1) chosen.push_back(static_cast<uint32_t>(std::countr_zero(set)));
    return chosen;
  }

  std::span<const CountView> clusters_;
  CountView targets_;
  const HalvesLimits& limits_;
  Packing packing_;
  uint64_t steps_left_;
};

// Returns the best set as defined in subset_sum.h: among the sets with the largest total, and no more than
// the target in any class, the first sum in lexicographic order, and among its sets the one with low numbers.
// Clusters, ascending. Nothing if a limit is reached. counts: by cluster, each within the targets and not all
// 0.
std::optional<std::vector<uint32_t>> best_set_by_halves(std::span<const std::span<const uint32_t>> counts,
                                                        std::span<const uint32_t> targets,
                                                        const HalvesLimits& limits = {}) {
  if (counts.empty() || counts.size() > kMostInHalves || !Packing::has_form(targets)) return std::nullopt;
  return Halves(counts, targets, limits).solve();
}

constexpr size_t kBetweenCopies = 12;
// The number of sums from which it pays to look for sums that lead nowhere.
constexpr uint64_t kManySums = 64;

using Counts = std::vector<uint32_t>;

template <class Number>
bool fits(std::span<const uint32_t> counts, const Number& targets) {
  for (size_t c = 0; c < counts.size(); ++c)
    if (counts[c] > targets[c]) return false;
  return true;
}

bool holds_every_class(const Counts& counts) {
  return std::ranges::find(counts, 0U) == counts.end();
}

uint64_t total_of(const Counts& counts) {
  return std::accumulate(counts.begin(), counts.end(), uint64_t{0});
}

std::string megabytes(uint64_t bytes) {
  return fmt::format("{} MB", (bytes >> 20) + 1);
}

// All sums after some of the clusters.
struct StoredSums {
  size_t clusters = 0;
  ReachableSums sums;
};

class Solver {
 public:
  Solver(std::span<const std::vector<uint32_t>> counts, std::span<const uint32_t> targets,
         const SubsetSumOptions& options)
      : counts_(counts), targets_(targets), options_(options) {
    for (uint32_t j = 0; j < counts.size(); ++j)
      if (fits(counts[j], targets) && std::ranges::any_of(counts[j], [](uint32_t n) { return n > 0; }))
        fitting_.push_back(j);
  }

  Result<SubsetSum> solve() {
    if (options_.try_halves && !options_.first_holds_every_class)
      if (auto found = by_halves()) return std::move(*found);
    SF_ASSIGN(const auto sums, all_sums());
    SubsetSum found;
    found.sums = sums.best();
    found.total = total_of(found.sums);
    walk_back(found);
    return found;
  }

 private:
  std::optional<SubsetSum> by_halves() const {
    std::vector<std::span<const uint32_t>> counts;
    for (const uint32_t j : fitting_) counts.emplace_back(counts_[j]);
    const auto set = best_set_by_halves(counts, targets_);
    if (!set) return std::nullopt;
    SubsetSum found{.chosen = {}, .sums = Counts(targets_.size(), 0), .total = 0};
    for (const uint32_t at : *set) {
      found.chosen.push_back(fitting_[at]);
      for (size_t c = 0; c < found.sums.size(); ++c) found.sums[c] += counts[at][c];
    }
    found.total = total_of(found.sums);
    return found;
  }

  Result<ReachableSums> all_sums() {
    const uint64_t copies = fitting_.size() / kBetweenCopies + 1;
    ReachableSums sums(targets_, options_.most_bytes / (copies + 1));
    copies_.push_back({0, sums});
    uint64_t copied = 0;
    std::vector<uint64_t> rest(targets_.size(), 0);  // counts of the clusters that are not in the sums yet
    for (const uint32_t j : fitting_)
      for (size_t c = 0; c < rest.size(); ++c) rest[c] += counts_[j][c];
    for (; added_ < fitting_.size(); ++added_) {
      // No set beats full quotas, and a cluster with a higher number is not in the chosen one.
      if (sums.contains(targets_)) break;
      if (added_ > 0 && added_ % kBetweenCopies == 0) {
        copies_.push_back({added_, sums});
        copied += sums.bytes();
      }
      if (sums.listed() && copied + 3 * sums.bytes() > options_.most_bytes) return too_many(*sums.listed());
      const Counts& counts = counts_[fitting_[added_]];
      sums.add(counts, !options_.first_holds_every_class || holds_every_class(counts));
      for (size_t c = 0; c < rest.size(); ++c) rest[c] -= counts[c];
      // A sum that cannot reach the best total so far is no part of a best set. As long as the rest alone
      // could fill every quota, no sum is hopeless.
      if (sums.listed().value_or(0) >= kManySums && !fits(targets_, rest))
        sums.drop_hopeless(rest, total_of(sums.best()));
    }
    return sums;
  }

  Failure too_many(uint64_t sums) const {
    const uint64_t table = SumTable::bytes_for(targets_);
    return data_error(fmt::format(
        "{} clusters of {} make too many sums in {} classes: {} after {} clusters, and a table of all sums "
        "up to the quotas {} takes {} (copies of it included, {} are allowed)",
        fitting_.size(), counts_.size(), targets_.size(), sums, added_,
        fmt::format("{}", fmt::join(targets_, " x ")),
        table > (UINT64_MAX >> 8) ? std::string("more than any memory")
                                  : megabytes(table * (fitting_.size() / kBetweenCopies + 2)),
        megabytes(options_.most_bytes - 1)));
  }

  void walk_back(SubsetSum& found) {
    Counts sum = found.sums;
    size_t below = added_;
    while (below > 0) {
      while (copies_.back().clusters >= below) copies_.pop_back();
      [[maybe_unused]] const bool made = make(sum, below, found.chosen);
      below = copies_.back().clusters;
    }
    std::ranges::reverse(found.chosen);
  }

  // Removes clusters with numbers below `below` from the sum until a sum of the last copy is left. The
  // removed clusters are appended to chosen, the highest first.
  bool make(Counts& sum, size_t below, std::vector<uint32_t>& chosen) const {
    const StoredSums& copy = copies_.back();
    if (below == copy.clusters) {
      if (std::ranges::any_of(sum, [](uint32_t n) { return n > 0; })) return copy.sums.contains(sum);
      // The sum is empty, so the last removed cluster is the lowest.
      return chosen.empty() || !options_.first_holds_every_class || holds_every_class(counts_[chosen.back()]);
    }
    if (make(sum, below - 1, chosen)) return true;
    const Counts& counts = counts_[fitting_[below - 1]];
    if (!fits(counts, sum)) return false;
    for (size_t c = 0; c < sum.size(); ++c) sum[c] -= counts[c];
    chosen.push_back(fitting_[below - 1]);
    if (make(sum, below - 1, chosen)) return true;
    for (size_t c = 0; c < sum.size(); ++c) sum[c] += counts[c];
    chosen.pop_back();
    return false;
  }

  std::span<const std::vector<uint32_t>> counts_;
  std::span<const uint32_t> targets_;
  SubsetSumOptions options_;
  std::vector<uint32_t> fitting_;  // clusters that exceed no target by themselves
  size_t added_ = 0;               // the number of them that are in the sums
  std::vector<StoredSums> copies_;
};

}  // namespace

Result<SubsetSum> best_subset(std::span<const std::vector<uint32_t>> counts,
                              std::span<const uint32_t> targets, const SubsetSumOptions& options) {
  if (targets.size() > kMostSummedClasses)
    return data_error(
        fmt::format("sums are of {} classes at most, and there are {}", kMostSummedClasses, targets.size()));
  return Solver(counts, targets, options).solve();
}

}  // namespace standfast
