// Sign-flip tests for numbers whose items share authors and topics (shared_units.h). They test that
// `numerator - theta * denominator` is 0.
//
// If it is 0, then the contribution of a topic is as likely to have the other sign. So a coin for each topic
// decides whether all contributions of the topic change their sign, and the statistic is computed again. The
// statistic is the number divided by its own two-way standard error, which is computed for every flip. p is
// the share of flips whose statistic lies at least as far from 0. The same is done with authors, and the
// larger p counts.
//
// Unlike t this needs no degrees of freedom, so it keeps its power if a few topics hold most of the items
// (docs/what-survives.md has its error and power). Flipping with a cluster-robust standard error: Cameron,
// Gelbach, Miller 2008, Bootstrap-Based Improvements for Inference with Clustered Errors, Review of Economics
// and Statistics 90 (the wild cluster bootstrap, with the null imposed). For two ways: MacKinnon, Nielsen,
// Webb 2021, Wild Bootstrap and Asymptotic Inference with Multiway Clustering, Journal of Business & Economic
// Statistics 39.
//
// A pair of texts has two topics. It keeps its sign if both topics keep theirs, changes its sign if both
// change theirs, and counts 0 if one keeps and the other changes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "standfast/metric/stat/interval.h"
#include "standfast/metric/stat/shared_units.h"

namespace standfast {

// Number of random flips, used for more than kExactUnitFlips units of a kind. With the flip that changes
// nothing there are 997, a prime number, so no p is exactly .05.
inline constexpr uint32_t kUnitFlips = 996;
inline constexpr uint32_t kExactUnitFlips = 10;  // up to here all 2^n flips are tried

// Returns the smallest p that flips of this many units can give.
double least_flip_p(uint32_t units);

// The items of one cell and their influence on numerator and denominator. Empty spans: no influence.
struct FlippedCell {
  const UnitItems* items = nullptr;
  std::span<const double> numerator;
  double numerator_factor = 1;
  std::span<const double> denominator;
};

class UnitFlips {
 public:
  // numerator, denominator: their values; every cell contributes equally to them. There must be at least one
  // kind of unit.
  UnitFlips(const UnitSpace& space, std::span<const FlippedCell> cells, double numerator, double denominator);

  // Returns the two-sided p of numerator - theta * denominator = 0.
  double p(double theta) const;

  // Returns the theta around numerator / denominator that are not rejected at 1 - level. reach: a guess of
  // the distance to its ends. p(zero) < 1 - level exactly if the interval excludes `zero`. Requires that
  // least_flip_p() is below 1 - level.
  Interval interval(double level, double reach, double zero) const;

 private:
  // The statistics of all flips, as functions of theta. The number is n - theta d; its variance, for each way
  // of UnitVariance, is c[0] + c[1] theta + c[2] theta^2. They are stored column by column, so that many can
  // be computed at once. The first flip keeps all signs.
  struct Kind {
    std::vector<double> n, d;
    std::array<std::array<std::vector<double>, 3>, 3> variance;
    double p(double theta) const;
  };
  class Sums;

  double estimate_ = 0;
  std::vector<Kind> kinds_;
};

}  // namespace standfast
