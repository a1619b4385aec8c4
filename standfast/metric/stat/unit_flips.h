// Sign flips for numbers whose items share authors and topics (shared_units.h): is `numerator - theta *
// denominator` 0?
//
// If it is, then what a topic adds to it is as likely to have the other sign. So the contributions of a topic
// change their sign together, by a coin for each topic, and the statistic is taken anew: the number over its
// own two-way standard error, which is computed for every flip. p is the share of flips whose statistic lies
// at least as far from 0. The same is asked of authors, and the larger p counts. Unlike t it needs no degrees
// of freedom, so that it keeps its power where a few topics hold most of the items (docs/what-survives.md has
// its error and power). Flipping with a cluster-robust standard error: Cameron, Gelbach, Miller 2008,
// Bootstrap-Based Improvements for Inference with Clustered Errors, Review of Economics and Statistics 90
// (the wild cluster bootstrap, with the null imposed); for two ways: MacKinnon, Nielsen, Webb 2021, Wild
// Bootstrap and Asymptotic Inference with Multiway Clustering, Journal of Business & Economic Statistics 39.
//
// A pair of texts has two topics: it keeps its sign where both keep theirs, loses it where both do, and
// counts nothing where they differ.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "standfast/metric/stat/interval.h"
#include "standfast/metric/stat/shared_units.h"

namespace standfast {

// Random flips, above kExactUnitFlips units of a kind. With the one that changes nothing they are 997, a
// prime: no p is exactly .05.
inline constexpr uint32_t kUnitFlips = 996;
inline constexpr uint32_t kExactUnitFlips = 10;  // up to here all 2^n are taken

// The least p that flips of this many units can have.
double least_flip_p(uint32_t units);

// The items of one cell and their influence on both parts. Empty spans: none.
struct FlippedCell {
  const UnitItems* items = nullptr;
  std::span<const double> numerator;
  double numerator_factor = 1;
  std::span<const double> denominator;
};

class UnitFlips {
 public:
  // numerator, denominator: their values, to which every cell contributes alike. At least one kind of unit.
  UnitFlips(const UnitSpace& space, std::span<const FlippedCell> cells, double numerator, double denominator);

  // Of numerator - theta * denominator = 0, two-sided.
  double p(double theta) const;

  // The theta around numerator / denominator that are not rejected at 1 - level. reach: how far its ends may
  // be, a guess. p(zero) < 1 - level exactly where it leaves out `zero`. Only where least_flip_p() is below 1
  // - level.
  Interval interval(double level, double reach, double zero) const;

 private:
  // The statistics of all flips, by theta: number n - theta d, and by each way of UnitVariance its variance
  // c[0] + c[1] theta + c[2] theta^2. Column by column, so that many are counted at once; the first flip
  // keeps all signs.
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
