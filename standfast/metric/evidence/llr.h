// Calibration of scores to log-likelihood ratios (LLRs): how much more probable a score is if one author
// wrote both texts than if two authors did. LLRs here are natural logarithms; files and figures show log10.
//
// Calibration: LLR = slope * x + intercept. Logistic regression fits it on labelled scores of other pairs,
// with a prior-weighted objective (Brummer, du Preez 2006, Application-independent evaluation of speaker
// detection, Computer Speech & Language 20, section 5; Morrison 2013, Tutorial on logistic-regression
// calibration, Australian Journal of Forensic Sciences 45):
//
//   prior / N_same * sum_same ln(1 + exp(-(LLR + o)))
//   + (1 - prior) / N_different * sum_different ln(1 + exp(LLR + o)),
//   o = ln(prior / (1 - prior))
//
// Each class counts by its prior and not by its number of pairs, so a data set with few same-author pairs
// gives the same LLRs. x is standardised first. A penalty of 1e-6 / 2 on the squared slope keeps the slope
// finite if the scores are separable; otherwise it is negligible.
//
// Three declared rules:
// - Higher scores never speak against one author. If the best slope were negative, the best allowed slope is
//   0 and every LLR is 0: `flat`.
// - No LLR is stronger than the calibration data can support. LLRs are bounded to [-ln(N_same + 1),
//   ln(N_different + 1)]. If no pair among a thousand different-author pairs has such a score, that supports
//   a ratio of about a thousand, not of a million.
// - Where x is the log-odds of the score, scores are first moved into [1e-6, 1 - 1e-6], so that 0 and 1 give
//   finite values.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "standfast/base/result.h"

namespace standfast {

enum class ScoreScale : uint8_t {
  score,  // x is the score itself; affine changes of a score change no LLR
  logit,  // x is ln(score / (1 - score)): for scores that are meant as probabilities
};

struct LlrOptions {
  double prior = 0.5;  // prior of "same author" in the objective: calibration is best near it
  ScoreScale scale = ScoreScale::score;
  bool bounded = true;  // bound LLRs by what the calibration data can support; false: the unbounded line
};

struct LlrCalibration {
  double slope = 0, intercept = 0;
  ScoreScale scale = ScoreScale::score;
  double lowest = -std::numeric_limits<double>::infinity();
  double highest = std::numeric_limits<double>::infinity();
  bool flat = false;                     // 0 is the only allowed slope
  uint64_t n_same = 0, n_different = 0;  // pairs it was fitted on

  double llr(double score) const;
};

// Fits the calibration. scores: finite, in [0, 1] for the logit scale. same[i]: 0 or 1. It is a data error if
// only one truth occurs.
Result<LlrCalibration> fit_llr(std::span<const double> scores, std::span<const uint8_t> same,
                               const LlrOptions& options = {});

inline constexpr double kMostCertain = 1e-6;

// Returns the LLR of a score that is itself the posterior probability of "same author" under even odds. It is
// the log-odds of the score, which is first moved into [kMostCertain, 1 - kMostCertain] (so |log10 LR| < 6).
double llr_of_probability(double score);

}  // namespace standfast
