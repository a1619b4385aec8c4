// Extrapolation of the cost of work on many items from its cost on few items.
#pragma once

#include <optional>
#include <vector>

namespace standfast {

struct Range {
  double low = 0, high = 0;
  Range& operator+=(const Range& other) {
    low += other.low;
    high += other.high;
    return *this;
  }
  Range times(double factor) const { return {low * factor, high * factor}; }
};

// The extrapolation of a cost. Between two samples the cost grows along the straight line through the largest
// two, or, where it grew faster than the items, with the power that it grew with (at most 2); both give an
// end of the range. Where the largest sample has as many items as are asked for, nothing is extrapolated.
// Each end is widened by a quarter, for samples of other items and for the noise of the clock. From a single
// sample the cost grows with the items, and may have a fixed part: the low end goes down to a third.
class CostCurve {
 public:
  // Adds a sample. items: more than in the sample before.
  void add(double items, double cost) { points_.push_back({items, cost}); }
  // Adds a cost that was itself extrapolated, by the steps of the work that were seen: it has no fixed part.
  // The range extends by a factor of 1.5 to each side.
  void add_by_steps(double items, double cost) {
    add(items, cost);
    by_steps_ = true;
  }
  bool empty() const { return points_.empty(); }
  double largest() const { return points_.empty() ? 0 : points_.back().items; }
  Range at(double items) const;
  // Returns the range of a cost that repeats itself, as memory does: from the cost of the largest sample to
  // that cost in proportion to the items, at most `more` times it.
  Range at_the_most(double items, double more) const;

 private:
  double among(double items) const;

  struct Point {
    double items, cost;
  };
  std::vector<Point> points_;
  bool by_steps_ = false;
};

}  // namespace standfast
