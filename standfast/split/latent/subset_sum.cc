#include "standfast/split/latent/subset_sum.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/split/latent/halves/half_sums.h"
#include "standfast/split/latent/reachable_sums.h"

namespace standfast {
namespace {

constexpr size_t kBetweenCopies = 12;
// From so many on it is worth the time to look for those that lead nowhere.
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
    std::vector<uint64_t> rest(targets_.size(), 0);  // of the clusters that are not in the sums yet
    for (const uint32_t j : fitting_)
      for (size_t c = 0; c < rest.size(); ++c) rest[c] += counts_[j][c];
    for (; added_ < fitting_.size(); ++added_) {
      // Nothing beats full quotas, and a cluster of a higher number has no place in their set.
      if (sums.contains(targets_)) break;
      if (added_ > 0 && added_ % kBetweenCopies == 0) {
        copies_.push_back({added_, sums});
        copied += sums.bytes();
      }
      if (sums.listed() && copied + 3 * sums.bytes() > options_.most_bytes) return too_many(*sums.listed());
      const Counts& counts = counts_[fitting_[added_]];
      sums.add(counts, !options_.first_holds_every_class || holds_every_class(counts));
      for (size_t c = 0; c < rest.size(); ++c) rest[c] -= counts[c];
      // What falls short of a total that is there already is no part of a best set. As long as the rest alone
      // could fill every quota, nothing falls short.
      if (sums.listed().value_or(0) >= kManySums && !fits(targets_, rest))
        sums.drop_hopeless(rest, total_of(sums.best()));
    }
    return sums;
  }

  Failure too_many(uint64_t sums) const {
    const uint64_t table = SumTable::bytes_for(targets_);
    return data_error(fmt::format(
        "{} clusters of {} make too many sums in {} classes: {} after {} clusters, and a table of all sums up to "
        "the quotas {} takes {} (copies of it included, {} are allowed)",
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

  // Takes clusters of numbers below `below` off the sum until a sum of the last copy is left. Those that it takes
  // are appended to chosen, the highest first.
  bool make(Counts& sum, size_t below, std::vector<uint32_t>& chosen) const {
    const StoredSums& copy = copies_.back();
    if (below == copy.clusters) {
      if (std::ranges::any_of(sum, [](uint32_t n) { return n > 0; })) return copy.sums.contains(sum);
      // Nothing is left, so the last one taken is the lowest.
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
  std::vector<uint32_t> fitting_;  // clusters that are beyond no target by themselves
  size_t added_ = 0;               // how many of them the sums are made of
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
