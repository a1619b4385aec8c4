// Friedman's test of differences among several models, and Nemenyi's critical difference of their average
// ranks, which a critical-difference diagram draws (Demsar 2006, Statistical Comparisons of Classifiers over
// Multiple Data Sets, JMLR 7).
//
// Both assume that the folds are independent blocks. Folds of one corpus share training data and authors, so
// p is too small and the critical difference is too short. So a difference that is not significant here is
// certainly not shown.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/metric/stat/rank_stability.h"

namespace standfast {

struct FriedmanTest {
  uint32_t folds = 0, models = 0;    // folds that have a ranking
  std::optional<double> chi_square;  // with the correction for ties; df = models - 1
  std::optional<double> p;           // from the chi-square distribution
  // The F form of Iman, Davenport 1980: less conservative. df = models - 1 and (models - 1)(folds - 1).
  // Infinite if all folds rank the models alike.
  std::optional<double> f, p_f;
  std::string why_not;
};
FriedmanTest friedman(const FoldScores& scores);

struct CriticalDifference {
  double alpha = 0;
  double difference = 0;        // q / sqrt(2) * sqrt(k (k + 1) / (6 n))
  std::vector<double> rank;     // average, by model
  std::vector<uint32_t> order;  // models, best average rank first; ties by number
  struct Group {                // places in `order`, first to last
    uint32_t first = 0, last = 0;
  };
  // The longest runs of at least two models whose average ranks lie within the critical difference: these
  // models cannot be told apart. Runs may overlap; no run lies inside another.
  std::vector<Group> groups;
};
// Computes the critical difference. Nothing for fewer than two models or if no fold has a ranking.
std::optional<CriticalDifference> critical_difference(const FoldScores& scores, double alpha);

// Returns q / sqrt(2) as in Demsar's table 5(a).
double nemenyi_q(double alpha, uint32_t models);

}  // namespace standfast
