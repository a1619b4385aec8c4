#include "standfast/split/latent/least_double_cut.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

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
  // Starts with random clusters until they hold a share of the documents, between the test share and a half;
  // a group goes to the side where it has more documents.
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
      // The cell remains on the side of its group, and is lost on the other.
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
  // side: the side of the cluster or group that did not change.
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

  // Applies `turn` if that is better, else undoes it with `back`.
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

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

class DoubleSearch {
 public:
  DoubleSearch(const DoubleIndex& index, uint64_t most_nodes)
      : index_(index),
        problem_(index.problem),
        most_nodes_(most_nodes),
        side_(index.clusters, Side::open),
        group_side_(index.of_group.size(), false),
        to_in_(index.clusters, 0),
        to_out_(index.clusters, 0),
        group_in_(index.of_group.size(), 0),
        group_out_(index.of_group.size(), 0),
        by_density_(index.clusters) {
    order_.resize(index.clusters);
    std::iota(order_.begin(), order_.end(), 0U);
    std::ranges::stable_sort(order_, std::ranges::greater(),
                             [&](uint32_t j) { return index.cluster_size[j]; });
    for (uint32_t u = 0; u < index.clusters; ++u) {
      for (uint32_t j = 0; j < index.clusters; ++j)
        if (j != u) by_density_[u].push_back(j);
      std::ranges::stable_sort(by_density_[u], std::ranges::greater(),
                               [&](uint32_t j) { return problem_.weight.row(u)[j] / size_of(j); });
    }
  }

  std::optional<Sides> run(const std::optional<Sides>& start, double cost_of_start) {
    best_ = start;
    if (start) least_ = cost_of_start;
    visit_cluster(0, 0, 0);
    return best_;
  }
  double least() const { return least_; }
  uint64_t nodes() const { return nodes_; }
  bool complete() const { return !stopped_; }
  double bound() const { return std::min(least_, unseen_); }

 private:
  enum class Side : uint8_t { open, in, out };

  double size_of(uint32_t j) const {
    return std::max<double>(1, static_cast<double>(index_.cluster_size[j]));
  }

  // Returns true if the node may be visited; else counts it as unvisited.
  bool enter(double above) {
    if (nodes_ == most_nodes_) {
      stopped_ = true;
      unseen_ = std::min(unseen_, above);
      return false;
    }
    ++nodes_;
    return true;
  }

  void visit_cluster(size_t depth, double cross, double above) {
    if (!enter(above)) return;
    if (depth == index_.clusters) {
      start_with_groups(cross, above);
      return;
    }
    const double bound = std::max(above, cross + cost_of_open());
    if (bound >= least_ - index_.tolerance) return;
    const uint32_t j = order_[depth];
    const bool first_in = to_out_[j] <= to_in_[j];
    for (const bool in : {first_in, !first_in}) {
      // The sums are restored from a copy, not computed back, so rounding errors do not accumulate.
      auto& to = in ? to_in_ : to_out_;
      const auto before = to;
      place(j, in, to);
      visit_cluster(depth + 1, cross + (in ? to_out_[j] : to_in_[j]), bound);
      take_back(j, in);
      to = before;
    }
  }

  void place(uint32_t j, bool in, std::vector<double>& to) {
    side_[j] = in ? Side::in : Side::out;
    (in ? held_in_ : held_out_) += index_.cluster_size[j];
    for (size_t i = 0; i < index_.clusters; ++i)
      if (i != j) to[i] += problem_.weight.row(j)[i];
    for (const uint32_t at : index_.of_cluster[j]) {
      const auto& cell = problem_.cells[at];
      lost_ -= std::min(group_in_[cell.group], group_out_[cell.group]);
      (in ? group_in_ : group_out_)[cell.group] += cell.documents;
      lost_ += std::min(group_in_[cell.group], group_out_[cell.group]);
    }
  }
  void take_back(uint32_t j, bool in) {
    side_[j] = Side::open;
    (in ? held_in_ : held_out_) -= index_.cluster_size[j];
    for (const uint32_t at : index_.of_cluster[j]) {
      const auto& cell = problem_.cells[at];
      lost_ -= std::min(group_in_[cell.group], group_out_[cell.group]);
      (in ? group_in_ : group_out_)[cell.group] -= cell.documents;
      lost_ += std::min(group_in_[cell.group], group_out_[cell.group]);
    }
  }

  // Returns a lower bound on the cost of open clusters and lost documents, by the number of remaining
  // documents: if few remain, many are lost; if many remain, the clusters on the test side must hold many.
  double cost_of_open() {
    const auto n = static_cast<double>(index_.total.back());
    const double most = n - static_cast<double>(lost_);  // the most that can remain
    double fewest = 2;
    if (problem_.loss > 0 && least_ < kInfinity)
      fewest = std::clamp(n - least_ / problem_.loss, 2.0, std::max(2.0, most));
    const double low = share_of_kept(false), high = share_of_kept(true);
    // Documents on the train side: (1 - high) of the remaining documents, less an allowance for rounding.
    const double room = n - std::max(0.0, (1 - high) * fewest - 1) - static_cast<double>(held_in_);
    double fixed = 0;
    steps_.clear();
    for (uint32_t u = 0; u < index_.clusters; ++u) {
      if (side_[u] != Side::open) continue;
      fixed += to_in_[u];
      const double size = size_of(u);
      if (size > room) continue;  // it must be out
      steps_.push_back({(to_out_[u] + cost_beside(u, room - size) - to_in_[u]) / size, size});
    }
    std::ranges::sort(steps_);
    double left = room;
    size_t next = 0;
    double filled = static_cast<double>(held_in_);
    for (; next < steps_.size() && steps_[next].first < 0 && left > 0; ++next) {
      const double taken = std::min(left, steps_[next].second);
      fixed += steps_[next].first * taken;
      left -= taken;
      filled += taken;
      if (taken < steps_[next].second) break;
    }
    if (problem_.loss <= 0) return fixed;
    constexpr int kIntervals = 16;
    double least = kInfinity, sum = fixed, begun = 0;
    for (int i = 0; i < kIntervals; ++i) {
      const double from = fewest + (most - fewest) * i / kIntervals;
      const double to = fewest + (most - fewest) * (i + 1) / kIntervals;
      const double wanted = low * from - 1;  // rounding allows one document
      while (filled < wanted && next < steps_.size()) {
        const double taken = std::min(wanted - filled, steps_[next].second - begun);
        sum += std::max(0.0, steps_[next].first) * taken;
        filled += taken;
        begun += taken;
        if (begun >= steps_[next].second) {
          ++next;
          begun = 0;
        }
      }
      if (filled < wanted - 0.5) break;  // so many cannot remain
      least = std::min(least, sum + problem_.loss * std::max(static_cast<double>(lost_), n - to));
    }
    return least;
  }
  double share_of_kept(bool high) const {
    const double share = static_cast<double>(problem_.share) / kWholeShare,
                 slack = static_cast<double>(problem_.slack) / kWholeShare;
    return high ? std::min(1.0, share * (1 + slack)) : share * std::max(0.0, 1 - slack);
  }
  // Returns a lower bound on the weight between u, if it is tested, and the open clusters that then are not.
  double cost_beside(uint32_t u, double left) const {
    double cost = 0;
    for (const uint32_t j : by_density_[u]) {
      if (side_[j] != Side::open) continue;
      const double size = size_of(j), share = left >= size ? 1 : std::max(left, 0.0) / size;
      cost += (1 - share) * problem_.weight.row(u)[j];
      left -= share * size;
    }
    return cost;
  }

  // Continues with groups once all clusters have a side, the groups with most documents first.
  void start_with_groups(double cross, double above) {
    std::vector<uint32_t> order(index_.of_group.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, std::ranges::greater(), [&](uint32_t g) { return index_.group_size[g]; });
    Numbers numbers{std::vector<uint64_t>(index_.classes, 0), std::vector<uint64_t>(index_.classes, 0),
                    std::vector<uint64_t>(index_.classes, 0), std::vector<uint64_t>(index_.classes, 0)};
    for (const auto& cell : problem_.cells)
      for (const size_t c : {size_t{cell.of_class}, index_.classes - 1})
        (side_[cell.cluster] == Side::in ? numbers.open_in : numbers.open_out)[c] += cell.documents;
    visit_group(order, 0, cross, lost_, numbers, above);
  }

  struct Numbers {  // numbers of documents, by class
    std::vector<uint64_t> tested, trained;
    std::vector<uint64_t> open_in, open_out;  // of open groups, in tested and in other clusters
  };

  // lost: documents lost by groups that have a side, plus the minimum lost by open groups.
  void visit_group(const std::vector<uint32_t>& order, size_t depth, double cross, uint64_t lost,
                   Numbers& numbers, double above) {
    const double bound = std::max(above, cross + problem_.loss * static_cast<double>(lost));
    if (bound >= least_ - index_.tolerance || !can_be_met(numbers)) return;
    if (depth == order.size()) {
      if (!is_met(numbers)) return;
      least_ = cross + problem_.loss * static_cast<double>(lost);
      best_.emplace();
      for (const Side side : side_) best_->cluster.push_back(side == Side::in);
      best_->group = group_side_;
      return;
    }
    const uint32_t g = order[depth];
    const uint64_t in = group_in_[g], out = group_out_[g];
    const bool first_in = in > out;
    for (const bool tested : {first_in, !first_in}) {
      if (!enter(bound)) return;
      group_side_[g] = tested;
      settle(g, tested, numbers, true);
      visit_group(order, depth + 1, cross, lost - std::min(in, out) + (tested ? out : in), numbers, bound);
      settle(g, tested, numbers, false);
    }
  }

  void settle(uint32_t g, bool tested, Numbers& numbers, bool forward) const {
    for (const uint32_t at : index_.of_group[g]) {
      const auto& cell = problem_.cells[at];
      const bool in = side_[cell.cluster] == Side::in;
      for (const size_t c : {size_t{cell.of_class}, index_.classes - 1}) {
        auto& open = (in ? numbers.open_in : numbers.open_out)[c];
        auto& side = (tested ? numbers.tested : numbers.trained)[c];
        open = forward ? open - cell.documents : open + cell.documents;
        if (in == tested) side = forward ? side + cell.documents : side - cell.documents;
      }
    }
  }

  // Returns true if the bounds can still be met. The number of documents lacking, given `tested` and
  // `trained` documents of a class, never rises with `tested`.
  bool can_be_met(const Numbers& numbers) const {
    for (size_t c = 0; c < index_.classes; ++c) {
      const uint64_t most_in = numbers.tested[c] + numbers.open_in[c],
                     most_out = numbers.trained[c] + numbers.open_out[c];
      if (most_in < index_.wanted(c, most_in + numbers.trained[c]).low) return false;
      if (numbers.tested[c] > index_.wanted(c, numbers.tested[c] + most_out).high) return false;
    }
    return true;
  }
  bool is_met(const Numbers& numbers) const {
    if (numbers.tested.back() == 0 || numbers.trained.back() == 0) return false;
    for (size_t c = 0; c < index_.classes; ++c)
      if (!index_.wanted(c, numbers.tested[c] + numbers.trained[c]).contains(numbers.tested[c])) return false;
    return true;
  }

  const DoubleIndex& index_;
  const DoubleCutProblem& problem_;
  uint64_t most_nodes_;
  std::vector<Side> side_;
  std::vector<bool> group_side_;
  std::vector<double> to_in_, to_out_;          // by cluster: weights to the clusters in and out
  std::vector<uint64_t> group_in_, group_out_;  // by group: documents in clusters in and out
  uint64_t lost_ = 0;                           // sum over groups of the smaller of these
  uint64_t held_in_ = 0, held_out_ = 0;         // documents of clusters in and out
  std::vector<std::vector<uint32_t>> by_density_;
  std::vector<uint32_t> order_;
  std::vector<std::pair<double, double>> steps_;
  std::optional<Sides> best_;
  double least_ = kInfinity;
  double unseen_ = kInfinity;  // bound of the unvisited nodes
  uint64_t nodes_ = 0;
  bool stopped_ = false;
};

DoubleCut counted(const DoubleIndex& index, const Sides& sides) {
  DoubleCut cut{.tests_cluster = sides.cluster, .tests_group = sides.group};
  const auto& weight = index.problem.weight;
  for (size_t i = 0; i < weight.rows; ++i)
    for (size_t j = i + 1; j < weight.rows; ++j)
      if (sides.cluster[i] != sides.cluster[j]) cut.cross += weight.row(i)[j];
  for (const auto& cell : index.problem.cells) {
    const bool in = sides.cluster[cell.cluster];
    (in != sides.group[cell.group] ? cut.lost : in ? cut.tested : cut.trained) += cell.documents;
  }
  cut.cost = cut.cross + index.problem.loss * static_cast<double>(cut.lost);
  return cut;
}

}  // namespace

Result<DoubleCut> least_double_cut(const DoubleCutProblem& problem, const CutOptions& options) {
  const DoubleIndex index(problem);
  const auto start = best_by_descent(index, options);
  DoubleSearch search(index, options.most_nodes);
  const auto best = search.run(start, start ? counted(index, *start).cost : kInfinity);
  if (!best)
    return data_error(
        search.complete()
            ? std::string("no sides of whole clusters and whole groups are within the bounds")
            : fmt::format(
                  "no sides of whole clusters and whole groups within the bounds were found in {} nodes, "
                  "and none are excluded either",
                  search.nodes()));
  DoubleCut cut = counted(index, *best);
  cut.nodes = search.nodes();
  cut.optimal = search.complete();
  cut.bound = cut.optimal ? cut.cost : std::min(search.bound(), cut.cost);
  return cut;
}

}  // namespace standfast
