// Two-sample tests for vectors: statistics of the matrix of inner products, with permutation tests in which
// whole units (documents, or groups of documents) change sides.
//
// - auc: a linear classifier (least squares with an L2 penalty) learns to tell test from train,
//   cross-validated unit by unit; AUC on the held-out units, mean over the folds that hold both sides. .5: no
//   shift is found. (Classifier two-sample test: Lopez-Paz, Oquab 2017, Revisiting Classifier Two-Sample
//   Tests, ICLR.)
// - mmd2: unbiased squared maximum mean discrepancy with the kernel exp(-d^2 / (2 m^2)), m the median
//   distance (Gretton et al. 2012, A Kernel Two-Sample Test, JMLR 13, lemma 6). May be below 0.
// - energy: 2 E|x - y| - E|x - x'| - E|y - y'|, all pairs (Székely, Rizzo 2013, Energy statistics, Journal of
//   Statistical Planning and Inference 143). 0 or more.
// - nearest: quantiles of the distance of a test document to its nearest training document.
//
// p = (1 + permutations with a statistic of at least that size) / (1 + permutations): exact if units are
// exchangeable when there is no shift, for any size of units, since folds, median and penalty do not depend
// on sides.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "standfast/num/kernel/dense.h"

namespace standfast {

struct ShiftTestOptions {
  uint32_t permutations = 999, folds = 5;
  double penalty = 1;  // times the mean squared length of a centred row
  uint64_t seed = 0;
  int threads = 1;  // changes no byte
};

inline constexpr std::array kNearestQuantiles = {.1, .5, .9};

struct ShiftStatistic {
  std::optional<double> value;  // nothing: undefined on these samples
  std::optional<double> p;      // one-sided: larger is more shift
  double random_mean = 0;       // mean over the permutations, if p is defined
};

struct ShiftTests {
  double median_distance = 0;
  ShiftStatistic auc, mmd2, energy;
  std::array<ShiftStatistic, kNearestQuantiles.size()> nearest;
};

// Computes the tests. gram: inner products, n x n. unit[i]: the unit of row i, numbered 0, 1 ... without
// gaps. test[u]: the unit is tested. Both sides have at least two rows. permutations = 0: no p.
ShiftTests shift_tests(const DenseMatrix& gram, std::span<const uint32_t> unit,
                       const std::vector<uint8_t>& test, const ShiftTestOptions& options);

}  // namespace standfast
