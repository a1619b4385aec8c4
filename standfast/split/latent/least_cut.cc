#include "standfast/split/latent/least_cut.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/rng.h"
#include "standfast/text/printable.h"

namespace standfast {

namespace {

double cross_of(const DenseMatrix& weight, const std::vector<bool>& in) {
  double sum = 0;
  for (size_t i = 0; i < weight.rows; ++i)
    for (size_t j = i + 1; j < weight.rows; ++j)
      if (in[i] != in[j]) sum += weight.row(i)[j];
  return sum;
}

// Local descent from random sets: a cluster changes sides, or two are swapped, as long as the number of
// documents beyond the bounds falls, or the cut becomes smaller without raising that number.
class LocalSearch {
 public:
  LocalSearch(const CutProblem& problem, const CutSizes& sizes, double least_gain)
      : weight_(problem.weight), sizes_(sizes), least_gain_(least_gain), k_(sizes.of.size()), degree_(k_, 0) {
    for (size_t j = 0; j < k_; ++j)
      for (size_t i = 0; i < k_; ++i)
        if (i != j) degree_[j] += weight_.row(j)[i];
  }

  // Returns the best set within the bounds over all starts, if one was found.
  std::optional<std::vector<bool>> best(const CutOptions& options) {
    std::optional<std::vector<bool>> found;
    double least = std::numeric_limits<double>::infinity();
    for (uint32_t s = 0; s < options.starts; ++s) {
      Rng rng(options.seed, "split/least-similar/start", std::to_string(s));
      start(rng);
      while (change_sides() || change_places()) {
      }
      if (beyond(sizes_in_) > 0) continue;
      if (const double cut = cross_of(weight_, in_); cut < least - least_gain_) {
        least = cut;
        found = in_;
      }
    }
    return found;
  }

 private:
  void start(Rng& rng) {
    std::vector<uint32_t> order(k_);
    std::iota(order.begin(), order.end(), 0U);
    rng.shuffle(order);
    in_.assign(k_, false);
    sizes_in_.assign(sizes_.range.size(), 0);
    to_other_.assign(k_, 0);
    // At first all clusters are out, so nothing is on the other side.
    for (const uint32_t j : order)
      if (sizes_in_.back() + static_cast<int64_t>(sizes_.of[j].back()) <=
          static_cast<int64_t>(sizes_.range.back().high))
        turn(j);
  }

  uint64_t beyond(const std::vector<int64_t>& sizes) const { return documents_beyond(sizes_, sizes); }
  void add(std::vector<int64_t>& sizes, uint32_t j) const {
    const int64_t sign = in_[j] ? -1 : 1;
    for (size_t c = 0; c < sizes.size(); ++c) sizes[c] += sign * static_cast<int64_t>(sizes_.of[j][c]);
  }
  // Returns the growth of the cut if j changes sides.
  double growth(uint32_t j) const { return degree_[j] - 2 * to_other_[j]; }
  void turn(uint32_t j) {
    add(sizes_in_, j);
    in_[j] = !in_[j];
    to_other_[j] = 0;
    for (size_t i = 0; i < k_; ++i) {
      if (i == j) continue;
      if (in_[i] != in_[j]) {
        to_other_[i] += weight_.row(j)[i];
        to_other_[j] += weight_.row(j)[i];
      } else {
        to_other_[i] -= weight_.row(j)[i];
      }
    }
  }
  bool better(uint64_t beyond_then, double growth) const {
    const uint64_t now = beyond(sizes_in_);
    return beyond_then < now || (beyond_then == now && growth < -least_gain_);
  }

  bool change_sides() {
    bool changed = false;
    for (uint32_t j = 0; j < k_; ++j) {
      auto sizes = sizes_in_;
      add(sizes, j);
      if (!better(beyond(sizes), growth(j))) continue;
      turn(j);
      changed = true;
    }
    return changed;
  }
  bool change_places() {
    for (uint32_t out = 0; out < k_; ++out) {
      if (!in_[out]) continue;
      auto without = sizes_in_;
      add(without, out);
      const double of_out = growth(out);
      for (uint32_t in = 0; in < k_; ++in) {
        if (in_[in]) continue;
        auto sizes = without;
        add(sizes, in);
        // The weight between the two is cut before and after, but each growth subtracts it.
        if (!better(beyond(sizes), of_out + growth(in) + 2 * weight_.row(out)[in])) continue;
        turn(out);
        turn(in);
        return true;
      }
    }
    return false;
  }

  const DenseMatrix& weight_;
  const CutSizes& sizes_;
  double least_gain_;
  size_t k_;
  std::vector<double> degree_;  // by cluster: weights to all others
  std::vector<bool> in_;
  std::vector<int64_t> sizes_in_;  // by class
  std::vector<double> to_other_;   // by cluster: weights to the clusters on the other side
};

class BranchAndBound {
 public:
  BranchAndBound(const CutProblem& problem, const CutSizes& sizes, double tolerance, uint64_t most_nodes)
      : weight_(problem.weight),
        sizes_(sizes),
        tolerance_(tolerance),
        most_nodes_(most_nodes),
        k_(sizes.of.size()),
        order_(problem.weight, sizes),
        side_(k_, Side::open),
        to_in_(k_, 0),
        to_out_(k_, 0),
        in_(sizes.range.size(), 0),
        open_(order_.documents()) {}

  // start: a set within the bounds, if one is known.
  std::optional<std::vector<bool>> run(const std::optional<std::vector<bool>>& start) {
    best_ = start;
    if (start) least_ = cross_of(weight_, *start);
    visit(0, 0, 0);
    return best_;
  }
  uint64_t nodes() const { return nodes_; }
  bool complete() const { return !stopped_; }
  double bound() const { return std::min(least_, unseen_); }

 private:
  enum class Side : uint8_t { open, in, out };

  // cross: weight between clusters in and out so far; above: the bound of the parent.
  void visit(size_t depth, double cross, double above) {
    if (nodes_ == most_nodes_) {
      stopped_ = true;
      unseen_ = std::min(unseen_, above);
      return;
    }
    ++nodes_;
    for (size_t c = 0; c < in_.size(); ++c)
      if (in_[c] > sizes_.range[c].high || in_[c] + open_[c] < sizes_.range[c].low) return;
    if (depth == k_) {
      if (cross >= least_ - tolerance_) return;
      least_ = cross;
      best_.emplace(k_, false);
      for (size_t j = 0; j < k_; ++j) (*best_)[j] = side_[j] == Side::in;
      return;
    }
    const double bound = std::max(above, cross + open_cost());
    if (bound >= least_ - tolerance_) return;
    const uint32_t j = order_.largest_first()[depth];
    const bool first_in = to_out_[j] <= to_in_[j];
    for (const bool in : {first_in, !first_in}) {
      // The sums are restored from a copy, not computed back, so rounding errors do not accumulate.
      auto& to = in ? to_in_ : to_out_;
      const auto before = to;
      place(j, in ? Side::in : Side::out, to);
      visit(depth + 1, cross + (in ? to_out_[j] : to_in_[j]), bound);
      take_back(j);
      to = before;
    }
  }

  // to: the sums of weights to that side.
  void place(uint32_t j, Side side, std::vector<double>& to) {
    side_[j] = side;
    for (size_t i = 0; i < k_; ++i)
      if (i != j) to[i] += weight_.row(j)[i];
    for (size_t c = 0; c < in_.size(); ++c) {
      open_[c] -= sizes_.of[j][c];
      if (side == Side::in) in_[c] += sizes_.of[j][c];
    }
  }
  void take_back(uint32_t j) {
    for (size_t c = 0; c < in_.size(); ++c) {
      open_[c] += sizes_.of[j][c];
      if (side_[j] == Side::in) in_[c] -= sizes_.of[j][c];
    }
    side_[j] = Side::open;
  }

  // Returns a lower bound on the weight between u, if it is tested, and the open clusters that then are not.
  double cost_beside(uint32_t u) const {
    const double room =
        static_cast<double>(sizes_.range.back().high) - static_cast<double>(in_.back() + sizes_.of[u].back());
    return order_.cost_beside(u, room, [this](uint32_t j) { return side_[j] == Side::open; });
  }

  // Returns a lower bound on the cost of the open clusters, with one fractional cluster.
  double open_cost() {
    double sum = 0;
    steps_.clear();
    for (uint32_t u = 0; u < k_; ++u) {
      if (side_[u] != Side::open) continue;
      sum += to_in_[u];
      const auto n = static_cast<double>(sizes_.of[u].back());
      if (sizes_.of[u].back() + in_.back() > sizes_.range.back().high) continue;  // it must be out
      steps_.push_back({(to_out_[u] + cost_beside(u) - to_in_[u]) / n, n});
    }
    std::ranges::sort(steps_);
    const double low = static_cast<double>(sizes_.range.back().low) - static_cast<double>(in_.back());
    const double high = static_cast<double>(sizes_.range.back().high) - static_cast<double>(in_.back());
    double filled = 0;
    for (const auto& [density, n] : steps_) {
      const double room = (density < 0 ? high : low) - filled;
      if (room <= 0) break;
      const double taken = std::min(room, n);
      sum += density * taken;
      filled += taken;
    }
    return sum;
  }

  const DenseMatrix& weight_;
  const CutSizes& sizes_;
  double tolerance_;
  uint64_t most_nodes_;
  size_t k_;
  CutOrder order_;
  std::vector<Side> side_;
  std::vector<double> to_in_, to_out_;  // by cluster: weights to the clusters in and out
  std::vector<uint64_t> in_, open_;     // documents by class
  std::vector<std::pair<double, double>> steps_;
  std::optional<std::vector<bool>> best_;
  double least_ = std::numeric_limits<double>::infinity();
  double unseen_ = std::numeric_limits<double>::infinity();  // bound of the unvisited nodes
  uint64_t nodes_ = 0;
  bool stopped_ = false;
};

}  // namespace

Result<Cut> least_cut(const CutProblem& problem, std::span<const std::string> classes,
                      const CutOptions& options) {
  const CutSizes sizes = sizes_of_cut(problem);
  const double tolerance = kCutTolerance * sum_of_weights(problem.weight);
  BranchAndBound search(problem, sizes, tolerance, options.most_nodes);
  const auto best = search.run(LocalSearch(problem, sizes, tolerance).best(options));
  if (!best && search.complete())
    return data_error(
        fmt::format("no set of whole clusters is within the bounds: {}", unmet_bounds(sizes, classes)));
  if (!best)
    return data_error(fmt::format(
        "no set of whole clusters within the bounds was found in {} nodes, and none is excluded either; {}",
        search.nodes(), unmet_bounds(sizes, classes)));
  Cut cut{.cross = cross_of(problem.weight, *best), .nodes = search.nodes(), .optimal = search.complete()};
  cut.bound = cut.optimal ? cut.cross : std::min(search.bound(), cut.cross);
  for (uint32_t j = 0; j < best->size(); ++j)
    if ((*best)[j]) cut.chosen.push_back(j);
  return cut;
}

namespace {

// Above this number of sums of whole clusters they are not tried one by one.
constexpr uint64_t kMostSums = 5'000'000;

}  // namespace

SizeRange around(uint64_t n, uint64_t parts, uint64_t whole, uint64_t slack) {
  __extension__ using Wide = unsigned __int128;
  constexpr uint64_t kOne = 1'000'000;
  const Wide wanted = Wide{n} * parts, unit = Wide{whole} * kOne;
  const auto low = static_cast<uint64_t>(wanted * (kOne - std::min(slack, kOne)) / unit);
  const auto high = static_cast<uint64_t>((wanted * (kOne + slack) + unit - 1) / unit);
  return {low, std::min(high, n)};
}

CutSizes sizes_of_cut(const CutProblem& problem) {
  CutSizes sizes{problem.counts, problem.of_class};
  for (auto& of : sizes.of) of.push_back(std::accumulate(of.begin(), of.end(), uint64_t{0}));
  sizes.range.push_back(problem.all);
  return sizes;
}

double sum_of_weights(const DenseMatrix& weight) {
  double sum = 0;
  for (size_t i = 0; i < weight.rows; ++i)
    for (size_t j = i + 1; j < weight.rows; ++j) sum += weight.row(i)[j];
  return sum;
}

std::string unmet_bounds(const CutSizes& sizes, std::span<const std::string> classes) {
  std::vector<std::string> lines;
  for (size_t c = 0; c < sizes.range.size(); ++c) {
    uint64_t most = 0;
    for (const auto& of : sizes.of) most += of[c];
    if (most > kMostSums) continue;
    std::vector<bool> reached(most + 1, false);
    reached[0] = true;
    for (const auto& of : sizes.of)
      for (uint64_t sum = most + 1; sum-- > of[c];)
        if (reached[sum - of[c]]) reached[sum] = true;
    const auto& [low, high] = sizes.range[c];
    bool met = false;
    for (uint64_t sum = low; sum <= std::min(high, most); ++sum) met = met || reached[sum];
    if (met) continue;
    uint64_t below = std::min(low, most), above = std::min(high, most);
    while (below > 0 && !reached[below]) --below;
    while (above < most && !reached[above]) ++above;
    const std::string what =
        c == sizes.all() ? "all documents" : fmt::format("\"{}\"", printable_line(classes[c]));
    lines.push_back(fmt::format("{} to {} of {} are wanted; whole clusters make {} or {}", low, high, what,
                                below, above));
  }
  constexpr size_t kShown = 4;
  if (lines.empty()) return "each bound can be met by itself, but not all of them together";
  const size_t more = lines.size() > kShown ? lines.size() - kShown : 0;
  lines.resize(lines.size() - more);
  return fmt::format("{}{}", fmt::join(lines, "; "), more > 0 ? fmt::format("; and {} more", more) : "");
}

}  // namespace standfast
