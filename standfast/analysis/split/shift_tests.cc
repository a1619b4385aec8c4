#include "standfast/analysis/split/shift_tests.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "standfast/base/parallel.h"
#include "standfast/base/rng.h"
#include "standfast/metric/stat/interval.h"
#include "standfast/metric/stat/order.h"

namespace standfast {
namespace {

constexpr double kUndefinedStatistic = -std::numeric_limits<double>::infinity();

// Solves a x = b for all columns of b, in place, by Cholesky; a is symmetric and positive definite and is
// overwritten.
void solve_columns(DenseMatrix& a, DenseMatrix& b) {
  const size_t n = a.rows, m = b.columns;
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j <= i; ++j) {
      double sum = a.row(i)[j];
      const double* x = a.row(i).data();
      const double* y = a.row(j).data();
      for (size_t k = 0; k < j; ++k) sum -= x[k] * y[k];
      a.row(i)[j] = i == j ? std::sqrt(sum) : sum / y[j];
    }
  const auto subtract = [m](double factor, const double* from, double* to) {
    for (size_t c = 0; c < m; ++c) to[c] -= factor * from[c];
  };
  for (size_t i = 0; i < n; ++i) {
    double* row = b.row(i).data();
    for (size_t k = 0; k < i; ++k) subtract(a.row(i)[k], b.row(k).data(), row);
    for (size_t c = 0; c < m; ++c) row[c] /= a.row(i)[i];
  }
  for (size_t i = n; i-- > 0;) {
    double* row = b.row(i).data();
    for (size_t k = i + 1; k < n; ++k) subtract(a.row(k)[i], b.row(k).data(), row);
    for (size_t c = 0; c < m; ++c) row[c] /= a.row(i)[i];
  }
}

// The scores of held-out rows, as a linear function of the sides of the learned rows: the inverse does not
// depend on sides, so a permutation costs one product.
struct HeldOut {
  std::vector<uint32_t> rows, learned;
  DenseMatrix weights;  // learned x rows
};

HeldOut held_out(const DenseMatrix& gram, std::vector<uint32_t> rows, std::vector<uint32_t> learned,
                 double penalty) {
  const size_t n = learned.size(), m = rows.size();
  DenseMatrix centred(n, n), cross(n, m);
  std::vector<double> means(n, 0);
  double mean = 0;
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < n; ++j) means[i] += gram.row(learned[i])[learned[j]];
    means[i] /= static_cast<double>(n);
    mean += means[i] / static_cast<double>(n);
  }
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < n; ++j)
      centred.row(i)[j] = gram.row(learned[i])[learned[j]] - means[i] - means[j] + mean;
    centred.row(i)[i] += penalty;
  }
  for (size_t c = 0; c < m; ++c) {
    double own = 0;
    for (size_t i = 0; i < n; ++i) own += gram.row(rows[c])[learned[i]];
    own /= static_cast<double>(n);
    for (size_t i = 0; i < n; ++i) cross.row(i)[c] = gram.row(rows[c])[learned[i]] - own - means[i] + mean;
  }
  solve_columns(centred, cross);
  return {std::move(rows), std::move(learned), std::move(cross)};
}

// Returns the AUC; nothing if a side is missing.
std::optional<double> auc_of(std::span<const double> scores, std::span<const uint8_t> positive) {
  const auto ranks = doubled_average_ranks(scores);
  uint64_t sum = 0, n = 0;
  for (size_t i = 0; i < scores.size(); ++i)
    if (positive[i] != 0) {
      sum += ranks[i];
      ++n;
    }
  const uint64_t rest = scores.size() - n;
  if (n == 0 || rest == 0) return std::nullopt;
  const double wins = static_cast<double>(sum) / 2 - static_cast<double>(n) * static_cast<double>(n + 1) / 2;
  return wins / (static_cast<double>(n) * static_cast<double>(rest));
}

enum Statistic : size_t { kAuc, kMmd2, kEnergy, kNearest, kStatistics = kNearest + kNearestQuantiles.size() };
using Statistics = std::array<double, kStatistics>;

class Samples {
 public:
  Samples(const DenseMatrix& gram, std::span<const uint32_t> unit, size_t units,
          const ShiftTestOptions& options)
      : n_(gram.rows), distance_(n_, n_), kernel_(n_, n_) {
    std::vector<double> all;
    all.reserve(n_ * (n_ - 1) / 2);
    for (size_t i = 0; i < n_; ++i)
      for (size_t j = 0; j < i; ++j) {
        const double squared = gram.row(i)[i] + gram.row(j)[j] - 2 * gram.row(i)[j];
        // Equal rows leave a rounding error.
        const double floor = 1e-12 * (gram.row(i)[i] + gram.row(j)[j]);
        const double d = squared <= floor ? 0 : std::sqrt(squared);
        distance_.row(i)[j] = distance_.row(j)[i] = d;
        all.push_back(d);
      }
    std::sort(all.begin(), all.end());
    median_ = quantile(all, 0.5);
    const double scale = median_ > 0 ? 1 / (2 * median_ * median_) : 0;
    for (size_t i = 0; i < n_; ++i)
      for (size_t j = 0; j < n_; ++j) {
        const double d = distance_.row(i)[j];
        kernel_.row(i)[j] = median_ > 0 ? std::exp(-d * d * scale) : static_cast<double>(d == 0);
      }
    for (const auto* matrix : {&kernel_, &distance_}) {
      auto& sums = matrix == &kernel_ ? kernel_sums_ : distance_sums_;
      sums.resize(n_);
      for (size_t i = 0; i < n_; ++i) {
        const auto row = matrix->row(i);
        sums[i] = std::accumulate(row.begin(), row.end(), 0.0);
      }
    }
    learn(gram, unit, units, options);
  }

  double median() const { return median_; }

  // Computes the statistics. test: by row. Undefined statistics are kUndefinedStatistic.
  Statistics of(std::span<const uint8_t> test) const {
    Statistics found;
    std::vector<uint32_t> tested, trained;
    for (uint32_t i = 0; i < n_; ++i) (test[i] != 0 ? tested : trained).push_back(i);
    found.fill(kUndefinedStatistic);
    if (const auto auc = mean_auc(test)) found[kAuc] = *auc;
    const auto a = static_cast<double>(tested.size()), b = static_cast<double>(trained.size());
    if (a < 2 || b < 2) return found;
    const Blocks kernel = blocks(kernel_, kernel_sums_, tested);
    found[kMmd2] =
        (kernel.test - a) / (a * (a - 1)) + (kernel.train - b) / (b * (b - 1)) - 2 * kernel.cross / (a * b);
    const Blocks distance = blocks(distance_, distance_sums_, tested);
    found[kEnergy] = 2 * distance.cross / (a * b) - distance.test / (a * a) - distance.train / (b * b);
    std::vector<double> nearest;
    for (const uint32_t i : tested) {
      const double* row = distance_.row(i).data();
      double least = row[trained.front()];
      for (const uint32_t j : trained) least = std::min(least, row[j]);
      nearest.push_back(least);
    }
    std::sort(nearest.begin(), nearest.end());
    for (size_t q = 0; q < kNearestQuantiles.size(); ++q)
      found[kNearest + q] = quantile(nearest, kNearestQuantiles[q]);
    return found;
  }

 private:
  struct Blocks {
    double test = 0, train = 0, cross = 0;  // sums over ordered pairs, with the diagonal; cross once
  };
  static Blocks blocks(const DenseMatrix& matrix, const std::vector<double>& sums,
                       const std::vector<uint32_t>& tested) {
    Blocks found;
    double of_tested = 0;
    for (const uint32_t i : tested) {
      of_tested += sums[i];
      const double* row = matrix.row(i).data();
      double sum = 0;
      for (const uint32_t j : tested) sum += row[j];
      found.test += sum;
    }
    found.cross = of_tested - found.test;
    found.train = std::accumulate(sums.begin(), sums.end(), 0.0) - 2 * of_tested + found.test;
    return found;
  }

  void learn(const DenseMatrix& gram, std::span<const uint32_t> unit, size_t units,
             const ShiftTestOptions& options) {
    std::vector<uint32_t> fold(units);
    for (size_t u = 0; u < units; ++u) fold[u] = static_cast<uint32_t>(u % options.folds);
    Rng(options.seed, "analysis/shift/folds").shuffle(fold);
    double trace = 0, total = 0;
    for (size_t i = 0; i < n_; ++i) {
      trace += gram.row(i)[i];
      const auto row = gram.row(i);
      total += std::accumulate(row.begin(), row.end(), 0.0);
    }
    const auto n = static_cast<double>(n_);
    const double mean_square = std::max((trace - total / n) / n, 1e-300);
    held_out_.resize(options.folds);
    parallel_for(options.folds, options.threads, [&](size_t f) {
      std::vector<uint32_t> rows, learned;
      for (uint32_t i = 0; i < n_; ++i) (fold[unit[i]] == f ? rows : learned).push_back(i);
      if (!rows.empty() && !learned.empty())
        held_out_[f] = held_out(gram, std::move(rows), std::move(learned), options.penalty * mean_square);
    });
  }

  std::optional<double> mean_auc(std::span<const uint8_t> test) const {
    double sum = 0;
    size_t defined = 0;
    for (const HeldOut& fold : held_out_) {
      std::vector<double> scores(fold.rows.size(), 0);
      for (size_t i = 0; i < fold.learned.size(); ++i) {
        if (test[fold.learned[i]] == 0) continue;
        const double* row = fold.weights.row(i).data();
        for (size_t c = 0; c < scores.size(); ++c) scores[c] += row[c];
      }
      std::vector<uint8_t> positive;
      for (const uint32_t row : fold.rows) positive.push_back(test[row]);
      if (const auto auc = auc_of(scores, positive)) {
        sum += *auc;
        ++defined;
      }
    }
    if (defined == 0) return std::nullopt;
    return sum / static_cast<double>(defined);
  }

  size_t n_;
  DenseMatrix distance_, kernel_;
  double median_ = 0;
  std::vector<double> kernel_sums_, distance_sums_;
  std::vector<HeldOut> held_out_;
};

}  // namespace

ShiftTests shift_tests(const DenseMatrix& gram, std::span<const uint32_t> unit,
                       const std::vector<uint8_t>& test, const ShiftTestOptions& options) {
  assert(gram.rows == gram.columns && unit.size() == gram.rows && gram.rows >= 4);
  const Samples samples(gram, unit, test.size(), options);
  const auto by_row = [&](const std::vector<uint8_t>& of_unit) {
    std::vector<uint8_t> rows(unit.size());
    for (size_t i = 0; i < unit.size(); ++i) rows[i] = of_unit[unit[i]];
    return rows;
  };
  const Statistics observed = samples.of(by_row(test));
  std::vector<Statistics> permuted(options.permutations);
  parallel_for(options.permutations, options.threads, [&](size_t b) {
    std::vector<uint8_t> sides = test;
    Rng(options.seed, "analysis/shift/permutation", std::to_string(b)).shuffle(sides);
    permuted[b] = samples.of(by_row(sides));
  });
  ShiftTests made;
  made.median_distance = samples.median();
  const auto judge = [&](size_t which, ShiftStatistic& to) {
    if (observed[which] == kUndefinedStatistic) return;
    to.value = observed[which];
    if (permuted.empty()) return;
    // Differences within rounding error do not count.
    const double slack = 1e-9 * std::max(1.0, std::abs(observed[which]));
    size_t reached = 0, defined = 0;
    double sum = 0;
    for (const Statistics& one : permuted) {
      // A permutation that leaves a statistic undefined counts against the finding.
      if (one[which] == kUndefinedStatistic) {
        ++reached;
        continue;
      }
      reached += one[which] >= observed[which] - slack;
      sum += one[which];
      ++defined;
    }
    to.p = static_cast<double>(1 + reached) / static_cast<double>(1 + permuted.size());
    if (defined > 0) to.random_mean = sum / static_cast<double>(defined);
  };
  judge(kAuc, made.auc);
  judge(kMmd2, made.mmd2);
  judge(kEnergy, made.energy);
  for (size_t q = 0; q < kNearestQuantiles.size(); ++q) judge(kNearest + q, made.nearest[q]);
  return made;
}

}  // namespace standfast
