#include "standfast/split/latent/halves/half_sums.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "standfast/split/latent/packed_sums.h"

namespace standfast {
namespace {

using CountView = std::span<const uint32_t>;

constexpr size_t kMostInHalves = 64;   // 32 in a half
constexpr uint64_t kStepsOfATry = 64;  // beside those through the halves

uint64_t sum_of_counts(CountView counts) {
  return std::accumulate(counts.begin(), counts.end(), uint64_t{0});
}

// Count vectors as one number each (packed_sums.h). A sum of two within the targets has no carry from one class to the
// next.
class Packing {
 public:
  static bool has_form(CountView targets) { return packed_layout(targets).words <= 1; }

  explicit Packing(CountView targets) : layout_(packed_layout(targets)) {}

  uint64_t operator()(CountView counts) const {
    uint64_t all = 0;
    for (size_t c = 0; c < counts.size(); ++c) all |= uint64_t{counts[c]} << layout_.fields[c].shift;
    return all;
  }
  // What shows whether a sum of two is within `most`: (sum + room) & spare is 0.
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
  // high_sets: of the sets with one sum the greatest number is kept, not the least.
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
  // Nothing beats full targets, and of sets with them the one whose last cluster is lowest is asked for. Where the
  // first p clusters have little more than the targets, sets of what they leave out are few.
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
      if (total > 2 * wanted) return std::nullopt;  // it is easier to say what is in
      for (size_t c = 0; c < targets_.size(); ++c) {
        // Within the fields of packed numbers.
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

  // Tries all sums that fall short of the targets by `missing` in the classes from c on, in lexicographic order, until
  // one is found. Returns false if there are no steps left.
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

  // All sums of the first p clusters, by halves. False if they are too many.
  bool make(size_t p, CountView most, HalfSums& low, HalfSums& high) const {
    for (size_t j = 0; j < p; ++j) {
      HalfSums& half = j < low_clusters(p) ? low : high;
      bool fits = true;
      for (size_t c = 0; c < most.size(); ++c) fits &= clusters_[j][c] <= most[c];
      // One that is beyond the limits by itself is in no sum, but it keeps its bit.
      half.add(fits ? packing_(clusters_[j]) : packing_.spare());
      if (half.sums().size() > limits_.most_sums) return false;
    }
    return true;
  }

  // The set with this sum that has the least number (or the greatest): bit j is cluster j. Nothing also if steps run out.
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
      // Without a branch that nobody could foresee.
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

}  // namespace

std::optional<std::vector<uint32_t>> best_set_by_halves(std::span<const std::span<const uint32_t>> counts,
                                                        std::span<const uint32_t> targets,
                                                        const HalvesLimits& limits) {
  if (counts.empty() || counts.size() > kMostInHalves || !Packing::has_form(targets)) return std::nullopt;
  return Halves(counts, targets, limits).solve();
}

}  // namespace standfast
