// Two thresholds p1 < p2 that turn a similarity into a verification score, chosen on labelled pairs: the
// calibration of PAN's distance baseline (Kestemont et al. 2020) and of HITS (Sawatphol et al. 2024).
//
//   s <= p1        -> 0.49 s / p1
//   p1 < s < p2    -> exactly 0.5, a non-answer
//   s >= p2        -> 0.51 + 0.49 (s - p2) / (1 - p2)
//
// The original lets similarities outside [0, 1] leave [0, 1]; here they are moved to the border first.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

struct Thresholds {
  double p1 = 0, p2 = 1;  // 0 < p1 < p2 < 1
};

double calibrated(double similarity, const Thresholds& thresholds);

// Returns "", or the fault of saved thresholds.
std::string objection_to_thresholds(const Thresholds& thresholds);

// The objective of the search: a mean over metrics of the calibrated scores.
enum class Objective : uint8_t {
  hits,   // AUC, c@1, F1, F0.5u; not rounded
  pan20,  // the same, rounded to 3 decimals before comparing, so that many combinations tie
  pan21,  // with the complement of Brier as a fifth; rounded
};
inline constexpr std::array<std::string_view, 3> kObjectiveNames = {"hits", "pan20", "pan21"};
Objective objective_from_name(std::string_view name);  // one of the three (asserted)

// Returns 0.01, 0.02 ... 0.98 as numpy's arange(0.01, 0.99, 0.01) makes them (0.060000000000000005 among
// them).
inline constexpr size_t kThresholdSteps = 98;
const std::array<double, kThresholdSteps>& threshold_grid();

// Returns the objective of every combination p1 < p2 of the grid: 4,753 numbers, p1 outer and ascending, p2
// inner. Equal to calibrating every similarity and computing the metrics, but with one sort and a constant
// number of operations a combination: the map is monotone, so AUC loses only what was decided strictly
// between the thresholds, and the other metrics need only counts below, between and above. (Two similarities
// that differ by rounding alone may tie after the map is computed in floating point; here they keep their
// order.) Both truths must occur (asserted).
std::vector<double> threshold_objectives(std::span<const double> similarities, std::span<const uint8_t> same,
                                         Objective objective);

struct Calibration : Thresholds {
  double value = 0;  // of the objective
  uint64_t pairs = 0, same = 0;
};

// Returns the first combination with the largest objective. similarities[i] is a finite number, same[i] 0 or
// 1. Data error unless there are pairs of both truths.
Result<Calibration> calibrate(std::span<const double> similarities, std::span<const uint8_t> same,
                              Objective objective);

}  // namespace standfast
