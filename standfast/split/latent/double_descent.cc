#include "standfast/split/latent/double_descent.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>

#include "standfast/base/rng.h"

namespace standfast {
namespace {

class DoubleDescent {
 public:
  explicit DoubleDescent(const DoubleIndex& index) : index_(index), problem_(index.problem) {}

  std::optional<Sides> best(const CutOptions& options) {
    std::optional<Sides> found;
    double least = std::numeric_limits<double>::infinity();
    for (uint32_t s = 0; s < options.starts; ++s) {
      Rng rng(options.seed, "split/least-double-cut/start", std::to_string(s));
      start(rng, s);
      while (improve(rng)) {
      }
      if (beyond() > 0) continue;
      if (const double now = cost(); now < least - index_.tolerance) {
        least = now;
        found = sides_;
      }
    }
    return found;
  }

 private:
  // Clusters at random until they hold a part of the documents, from the share that is tested up to a half; groups go
  // where they have more documents.
  void start(Rng& rng, uint32_t number) {
    sides_ = {std::vector<bool>(index_.clusters, false), std::vector<bool>(problem_.groups, false)};
    tested_.assign(index_.classes, 0);
    trained_ = std::vector<int64_t>(index_.total.begin(), index_.total.end());
    group_in_.assign(problem_.groups, 0);
    cross_ = 0;
    std::vector<uint32_t> order(index_.clusters);
    std::iota(order.begin(), order.end(), 0U);
    rng.shuffle(order);
    const uint64_t part = problem_.share + (number % 5) * (kWholeShare / 2 > problem_.share
                                                               ? (kWholeShare / 2 - problem_.share) / 4
                                                               : uint64_t{0});
    uint64_t held = 0;
    for (const uint32_t j : order) {
      if ((held + index_.cluster_size[j] / 2) * kWholeShare > index_.total.back() * part) continue;
      held += index_.cluster_size[j];
      turn_cluster(j);
    }
    for (uint32_t g = 0; g < problem_.groups; ++g)
      if (follows(g) != sides_.group[g]) turn_group(g);
  }

  bool follows(uint32_t g) const { return 2 * group_in_[g] > index_.group_size[g]; }

  void turn_cluster(uint32_t j) {
    const auto row = problem_.weight.row(j);
    for (size_t i = 0; i < index_.clusters; ++i)
      if (i != j) cross_ += sides_.cluster[i] == sides_.cluster[j] ? row[i] : -row[i];
    const bool now = !sides_.cluster[j];
    sides_.cluster[j] = now;
    for (const uint32_t at : index_.of_cluster[j]) {
      const auto& cell = problem_.cells[at];
      if (now)
        group_in_[cell.group] += cell.documents;
      else
        group_in_[cell.group] -= cell.documents;
      // On the side of its group it remains, on the other it is lost.
      move(cell, sides_.group[cell.group], sides_.group[cell.group] == now);
    }
  }
  void turn_group(uint32_t g) {
    const bool now = !sides_.group[g];
    sides_.group[g] = now;
    for (const uint32_t at : index_.of_group[g]) {
      const auto& cell = problem_.cells[at];
      move(cell, sides_.cluster[cell.cluster], sides_.cluster[cell.cluster] == now);
    }
  }
  // side: of that which did not change.
  void move(const DoubleCutProblem::Cell& cell, bool side, bool remains) {
    auto& numbers = side ? tested_ : trained_;
    const int64_t n = remains ? int64_t{cell.documents} : -int64_t{cell.documents};
    numbers[cell.of_class] += n;
    numbers.back() += n;
  }

  double cost() const {
    const auto lost =
        static_cast<double>(static_cast<int64_t>(index_.total.back()) - tested_.back() - trained_.back());
    return std::max(0.0, cross_) + problem_.loss * lost;
  }
  uint64_t beyond() const {
    uint64_t sum = 0;
    for (size_t c = 0; c < index_.classes; ++c) {
      const auto tested = static_cast<uint64_t>(tested_[c]);
      const SizeRange range = index_.wanted(c, tested + static_cast<uint64_t>(trained_[c]));
      if (tested < range.low) sum += range.low - tested;
      if (tested > range.high) sum += tested - range.high;
    }
    if (tested_.back() == 0 || trained_.back() == 0) sum += index_.total.back();
    return sum;
  }

  // Keeps what `turn` does if that is better, else undoes it with `back`.
  template <class Turn, class Back>
  bool keep_if_better(Turn turn, Back back) {
    const uint64_t beyond_before = beyond();
    const double cost_before = cost();
    turn();
    const uint64_t now = beyond();
    if (now < beyond_before || (now == beyond_before && cost() < cost_before - index_.tolerance)) return true;
    back();
    return false;
  }

  bool improve(Rng& rng) {
    bool changed = false;
    std::vector<uint32_t> order(index_.clusters);
    std::iota(order.begin(), order.end(), 0U);
    rng.shuffle(order);
    for (const uint32_t j : order) {
      changed |= keep_if_better([&] { turn_cluster(j); }, [&] { turn_cluster(j); });
      std::vector<uint32_t> followers;
      const auto with_followers = [&] {
        turn_cluster(j);
        for (const uint32_t at : index_.of_cluster[j])
          if (const uint32_t g = problem_.cells[at].group; follows(g) != sides_.group[g]) {
            turn_group(g);
            followers.push_back(g);
          }
      };
      changed |= keep_if_better(with_followers, [&] {
        for (const uint32_t g : followers) turn_group(g);
        turn_cluster(j);
      });
    }
    std::vector<uint32_t> groups(problem_.groups);
    std::iota(groups.begin(), groups.end(), 0U);
    rng.shuffle(groups);
    for (const uint32_t g : groups) changed |= keep_if_better([&] { turn_group(g); }, [&] { turn_group(g); });
    return changed;
  }

  const DoubleIndex& index_;
  const DoubleCutProblem& problem_;
  Sides sides_;
  std::vector<int64_t> tested_, trained_;  // by class
  std::vector<uint64_t> group_in_;         // by group: documents in tested clusters
  double cross_ = 0;
};

}  // namespace

std::optional<Sides> best_by_descent(const DoubleIndex& index, const CutOptions& options) {
  return DoubleDescent(index).best(options);
}

}  // namespace standfast
