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

#include "standfast/base/field_table.h"
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

// The score shifter of General Imposters' usual implementation (Kestemont et al. 2016; facts of the program,
// not of the paper): two thresholds p1 <= p2 of 0.05, 0.06 ... 0.99 that maximise AUC * c@1 of the shifted
// scores, the score of PAN 2014 and 2015.
//
//   s <= p1        -> p1 (s - low) / (high - low)
//   p1 < s < p2    -> exactly 0.5
//   s >= p2        -> p2 + (1 - p2) (s - low) / (high - low)
//
// low and high are the least and largest score. The original takes them from the list of scores that it is
// given, so an answer depends on the other pairs; here they come from the calibration pairs, and scores
// outside are moved to the border first. Unlike the map of calibration.h, this map need not be monotone: it
// is monotone if p1 <= 0.5 <= p2.
struct ScoreShift {
  double p1 = 0.05, p2 = 0.05, low = 0, high = 1;
  double value = 0;  // AUC * c@1 on the calibration pairs
  uint64_t pairs = 0, same = 0;

  // Fits the shift: the first combination (p1 outer) with the largest value. scores in [0, 1]. Data error
  // unless there are pairs of both kinds.
  static Result<ScoreShift> fit(std::span<const double> scores, std::span<const uint8_t> same);
  double shifted(double score) const;
};

// Logistic calibration: turns a distance of any scale into the probability that one author wrote both texts,
// by logistic regression on one number (Platt 1999, "Probabilistic outputs for support vector machines"),
// learned from labelled pairs.
//
//   p = 1 / (1 + exp(-(w (d - mean) / sd + b)))
//
// Two thresholds on a grid of [0, 1], as in calibration.h, need a similarity in that range. An unbounded
// distance would have to be squeezed first, and the squeezing would decide where the grid is fine and where
// it is coarse. The logistic map is monotone, so it keeps every ranking (AUC), and it is the same for
// distances in any unit: they are standardised before the penalty is applied.
struct LogisticCalibration {
  double mean = 0, sd = 1;  // of the calibration pairs' distances; sd > 0 (1 if all are equal)
  double weight = 0;        // below 0 if nearer pairs are more often by one author
  double intercept = 0;
  uint64_t pairs = 0, same = 0;  // number of pairs it was learned from

  // Fits the map. distances: finite. c: inverse strength of the penalty on the weight. Data error unless
  // there are pairs of both kinds.
  static Result<LogisticCalibration> fit(std::span<const double> distances, std::span<const uint8_t> same,
                                         double c = 1);

  double probability(double distance) const;

  // Returns the fields that models save; impossible numbers are data errors.
  static FieldTable<LogisticCalibration> fields();
};

}  // namespace standfast
