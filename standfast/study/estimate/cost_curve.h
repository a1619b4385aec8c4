// What work on many items takes, from what it took on few.
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

// The rule. Between two samples cost grows along the straight line through the largest two, or, where it grew faster than the
// items, with the power that it grew with (of 2 at the most); both give an end of the range. Where as many items were tried as
// are asked of, nothing is extrapolated. Each end is widened by a quarter, for samples of other items and for the noise of
// the clock. From one sample alone the cost grows with the items, and may have a part that does not: down to a third.
class CostCurve {
 public:
  // items: more than in the sample before.
  void add(double items, double cost) { points_.push_back({items, cost}); }
  // A cost that is itself carried on, by the steps of the work that were seen: it has no fixed part. Half as much on each side.
  void add_by_steps(double items, double cost) {
    add(items, cost);
    by_steps_ = true;
  }
  bool empty() const { return points_.empty(); }
  double largest() const { return points_.empty() ? 0 : points_.back().items; }
  Range at(double items) const;
  // Of a cost that repeats itself, as memory does: from that of the largest sample on, in proportion, to `more` times it.
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
