#include "standfast/split/latent/least_parts.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/rng.h"
#include "standfast/split/latent/least_cut.h"

namespace standfast {
namespace {

constexpr uint32_t kNoPart = UINT32_MAX;

double cross_of_parts(const DenseMatrix& weight, const std::vector<uint32_t>& part_of) {
  double sum = 0;
  for (size_t i = 0; i < weight.rows; ++i)
    for (size_t j = i + 1; j < weight.rows; ++j)
      if (part_of[i] != part_of[j]) sum += weight.row(i)[j];
  return sum;
}

// Local descent from random parts: a cluster changes its part, or two are swapped, as long as the number of
// documents beyond the bounds falls, or the similarity between parts becomes smaller without raising that
// number.
class PartsDescent {
 public:
  PartsDescent(const DenseMatrix& weight, const CutSizes& sizes, uint32_t parts, double least_gain)
      : weight_(weight), sizes_(sizes), parts_(parts), least_gain_(least_gain), k_(sizes.of.size()) {}

  std::optional<std::vector<uint32_t>> best(const CutOptions& options) {
    std::optional<std::vector<uint32_t>> found;
    double least = std::numeric_limits<double>::infinity();
    for (uint32_t s = 0; s < options.starts; ++s) {
      Rng rng(options.seed, "split/least-parts/start", std::to_string(s));
      start(rng);
      while (change_parts() || change_places()) {
      }
      uint64_t beyond_bounds = 0;
      for (const auto& of_part : in_) beyond_bounds += beyond(of_part);
      if (beyond_bounds > 0) continue;
      if (const double cross = cross_of_parts(weight_, part_of_); cross < least - least_gain_) {
        least = cross;
        found = part_of_;
      }
    }
    return found;
  }

 private:
  using Documents = std::vector<int64_t>;  // by class

  // Assigns each cluster to the part with the fewest documents.
  void start(Rng& rng) {
    std::vector<uint32_t> order(k_);
    std::iota(order.begin(), order.end(), 0U);
    rng.shuffle(order);
    part_of_.assign(k_, kNoPart);
    in_.assign(parts_, Documents(sizes_.range.size(), 0));
    to_.assign(parts_, std::vector<double>(k_, 0));
    for (const uint32_t j : order) {
      uint32_t lightest = 0;
      for (uint32_t p = 1; p < parts_; ++p)
        if (in_[p].back() < in_[lightest].back()) lightest = p;
      put(j, lightest);
    }
  }

  void put(uint32_t j, uint32_t part) {
    if (part_of_[j] != kNoPart) {
      add(in_[part_of_[j]], j, -1);
      for (size_t i = 0; i < k_; ++i) to_[part_of_[j]][i] -= i == j ? 0 : weight_.row(j)[i];
    }
    part_of_[j] = part;
    add(in_[part], j, 1);
    for (size_t i = 0; i < k_; ++i) to_[part][i] += i == j ? 0 : weight_.row(j)[i];
  }
  void add(Documents& documents, uint32_t j, int64_t sign) const {
    for (size_t c = 0; c < documents.size(); ++c)
      documents[c] += sign * static_cast<int64_t>(sizes_.of[j][c]);
  }
  uint64_t beyond(const Documents& documents) const { return documents_beyond(sizes_, documents); }
  // Returns the growth of the similarity between parts if j goes to the part.
  double growth(uint32_t j, uint32_t part) const { return to_[part_of_[j]][j] - to_[part][j]; }
  // Returns true if it is better to have these documents in the two parts.
  bool better(uint32_t p, uint32_t q, const Documents& of_p, const Documents& of_q, double growth) const {
    const uint64_t now = beyond(in_[p]) + beyond(in_[q]), then = beyond(of_p) + beyond(of_q);
    return then < now || (then == now && growth < -least_gain_);
  }

  bool change_parts() {
    bool changed = false;
    for (uint32_t j = 0; j < k_; ++j)
      for (uint32_t q = 0; q < parts_; ++q) {
        const uint32_t p = part_of_[j];
        if (q == p) continue;
        auto of_p = in_[p], of_q = in_[q];
        add(of_p, j, -1);
        add(of_q, j, 1);
        if (!better(p, q, of_p, of_q, growth(j, q))) continue;
        put(j, q);
        changed = true;
      }
    return changed;
  }
  bool change_places() {
    for (uint32_t i = 0; i < k_; ++i)
      for (uint32_t j = i + 1; j < k_; ++j) {
        const uint32_t p = part_of_[i], q = part_of_[j];
        if (p == q) continue;
        auto of_p = in_[p], of_q = in_[q];
        for (size_t c = 0; c < of_p.size(); ++c) {
          const auto less = static_cast<int64_t>(sizes_.of[i][c]) - static_cast<int64_t>(sizes_.of[j][c]);
          of_p[c] -= less;
          of_q[c] += less;
        }
        // The weight between the two is cut before and after, but each growth subtracts it.
        if (!better(p, q, of_p, of_q, growth(i, q) + growth(j, p) + 2 * weight_.row(i)[j])) continue;
        put(i, q);
        put(j, p);
        return true;
      }
    return false;
  }

  const DenseMatrix& weight_;
  const CutSizes& sizes_;
  uint32_t parts_;
  double least_gain_;
  size_t k_;
  std::vector<uint32_t> part_of_;
  std::vector<Documents> in_;            // by part
  std::vector<std::vector<double>> to_;  // by part, then cluster: weights to clusters of the part
};

class PartsSearch {
 public:
  // floor: a lower bound over all parts.
  PartsSearch(const DenseMatrix& weight, const CutSizes& sizes, uint32_t parts, double tolerance,
              double floor, uint64_t most_nodes)
      : weight_(weight),
        sizes_(sizes),
        parts_(parts),
        tolerance_(tolerance),
        floor_(floor),
        most_nodes_(most_nodes),
        k_(sizes.of.size()),
        order_(weight, sizes),
        part_of_(k_, kNoPart),
        to_(parts, std::vector<double>(k_, 0)),
        in_(parts, std::vector<uint64_t>(sizes.range.size(), 0)),
        open_(order_.documents()) {}

  std::optional<std::vector<uint32_t>> run(const std::optional<std::vector<uint32_t>>& start) {
    best_ = start;
    if (start) least_ = cross_of_parts(weight_, *start);
    visit(0, 0, 0, floor_);
    return best_;
  }
  uint64_t nodes() const { return nodes_; }
  bool complete() const { return !stopped_; }
  double bound() const { return std::min(least_, unseen_); }

 private:
  // used: parts that have a cluster; cross: weight between clusters of different parts so far; above: the
  // bound of the parent.
  void visit(size_t depth, uint32_t used, double cross, double above) {
    if (nodes_ == most_nodes_) {
      stopped_ = true;
      unseen_ = std::min(unseen_, above);
      return;
    }
    ++nodes_;
    if (!can_be_filled()) return;
    if (depth == k_) {
      if (cross >= least_ - tolerance_) return;
      least_ = cross;
      best_ = part_of_;
      return;
    }
    if (above >= least_ - tolerance_) return;
    const double bound = std::max(above, cross + cost_of_open());
    if (bound >= least_ - tolerance_) return;
    const uint32_t j = order_.largest_first()[depth];
    // Empty parts are interchangeable, so only one of them is tried.
    std::vector<uint32_t> parts(std::min(used + 1, parts_));
    std::iota(parts.begin(), parts.end(), 0U);
    std::ranges::stable_sort(parts, std::ranges::greater(), [&](uint32_t p) { return to_[p][j]; });
    double to_all = 0;
    for (uint32_t p = 0; p < used; ++p) to_all += to_[p][j];
    for (const uint32_t p : parts) {
      // The sums are restored from a copy, not computed back, so rounding errors do not accumulate.
      const auto before = to_[p];
      const double more = to_all - before[j];
      place(j, p);
      visit(depth + 1, std::max(used, p + 1), cross + std::max(0.0, more), bound);
      take_back(j, p);
      to_[p] = before;
    }
  }

  // Returns true if the open clusters can be enough to fill the parts, and few enough to fit into them.
  bool can_be_filled() const {
    for (size_t c = 0; c < open_.size(); ++c) {
      uint64_t lack = 0, room = 0;
      for (const auto& in : in_) {
        if (in[c] > sizes_.range[c].high) return false;
        room += sizes_.range[c].high - in[c];
        lack += in[c] < sizes_.range[c].low ? sizes_.range[c].low - in[c] : 0;
      }
      if (lack > open_[c] || open_[c] > room) return false;
    }
    return true;
  }

  void place(uint32_t j, uint32_t part) {
    part_of_[j] = part;
    for (size_t i = 0; i < k_; ++i)
      if (i != j) to_[part][i] += weight_.row(j)[i];
    for (size_t c = 0; c < open_.size(); ++c) {
      open_[c] -= sizes_.of[j][c];
      in_[part][c] += sizes_.of[j][c];
    }
  }
  void take_back(uint32_t j, uint32_t part) {
    part_of_[j] = kNoPart;
    for (size_t c = 0; c < open_.size(); ++c) {
      open_[c] += sizes_.of[j][c];
      in_[part][c] -= sizes_.of[j][c];
    }
  }

  // Returns a lower bound on the cost of the open clusters, each in its cheapest part.
  double cost_of_open() const {
    double sum = 0;
    for (uint32_t u = 0; u < k_; ++u) {
      if (part_of_[u] != kNoPart) continue;
      double to_all = 0, least = std::numeric_limits<double>::infinity();
      for (const auto& to : to_) to_all += to[u];
      bool tried_empty = false;
      for (uint32_t p = 0; p < parts_; ++p) {
        const bool empty = in_[p].back() == 0;
        if ((empty && tried_empty) || in_[p].back() + sizes_.of[u].back() > sizes_.range.back().high)
          continue;
        tried_empty = tried_empty || empty;
        const double apart = std::max(0.0, to_all - to_[p][u]);
        if (apart < least) least = std::min(least, apart + cost_beside(u, p, 2 * (least - apart)) / 2);
      }
      if (least == std::numeric_limits<double>::infinity()) return least;  // it fits nowhere
      sum += least;
    }
    return sum;
  }

  // Returns a lower bound on the weight between u, if it is in the part, and the open clusters that then are
  // not; enough: the summation may stop at this cost.
  double cost_beside(uint32_t u, uint32_t part, double enough) const {
    const auto room = static_cast<double>(sizes_.range.back().high - in_[part].back() - sizes_.of[u].back());
    return order_.cost_beside(
        u, room, [this](uint32_t j) { return part_of_[j] == kNoPart; }, enough);
  }

  const DenseMatrix& weight_;
  const CutSizes& sizes_;
  uint32_t parts_;
  double tolerance_, floor_;
  uint64_t most_nodes_;
  size_t k_;
  CutOrder order_;
  std::vector<uint32_t> part_of_;
  std::vector<std::vector<double>> to_;    // by part, then cluster: weights to clusters of the part
  std::vector<std::vector<uint64_t>> in_;  // by part, then class
  std::vector<uint64_t> open_;             // by class
  std::optional<std::vector<uint32_t>> best_;
  double least_ = std::numeric_limits<double>::infinity();
  double unseen_ = std::numeric_limits<double>::infinity();  // bound of the unvisited nodes
  uint64_t nodes_ = 0;
  bool stopped_ = false;
};

std::vector<uint32_t> by_first_cluster(const std::vector<uint32_t>& part_of, uint32_t parts) {
  std::vector<uint32_t> number(parts, kNoPart), renamed;
  uint32_t next = 0;
  for (const uint32_t part : part_of) {
    if (number[part] == kNoPart) number[part] = next++;
    renamed.push_back(number[part]);
  }
  return renamed;
}

}  // namespace

Result<Parts> least_parts(const CutProblem& problem, uint32_t parts, std::span<const std::string> classes,
                          const CutOptions& options) {
  const CutSizes sizes = sizes_of_cut(problem);
  if (sizes.of.size() < parts)
    return data_error(
        fmt::format("{} clusters are too few for {} folds of whole clusters", sizes.of.size(), parts));
  const double tolerance = kCutTolerance * sum_of_weights(problem.weight);
  // The minimum cut gets a quarter of the nodes. If it ends without a set, valid parts may exist all the
  // same.
  CutOptions of_cut = options;
  of_cut.most_nodes = std::max<uint64_t>(1, options.most_nodes / 4);
  double floor = 0;
  uint64_t nodes = 0;
  if (const auto cut = least_cut(problem, classes, of_cut)) {
    floor = cut->bound * parts / 2;
    nodes = cut->nodes;
  }
  PartsSearch search(problem.weight, sizes, parts, tolerance, floor,
                     std::max<uint64_t>(1, options.most_nodes - std::min(options.most_nodes, nodes)));
  const auto best = search.run(PartsDescent(problem.weight, sizes, parts, tolerance).best(options));
  if (!best)
    return data_error(
        search.complete()
            ? fmt::format("no {} folds of whole clusters are within the bounds: {}", parts,
                          unmet_bounds(sizes, classes))
            : fmt::format(
                  "no {} folds of whole clusters within the bounds were found in {} nodes, and none are "
                  "excluded either; {}",
                  parts, search.nodes(), unmet_bounds(sizes, classes)));
  Parts found{.part_of = by_first_cluster(*best, parts),
              .cross = cross_of_parts(problem.weight, *best),
              .nodes = nodes + search.nodes(),
              .optimal = search.complete()};
  found.bound = found.optimal ? found.cross : std::min(search.bound(), found.cross);
  return found;
}

}  // namespace standfast
