// Curves of one verifier's scores under one condition (ROC, histogram, reliability), with the pairs of all
// folds pooled, and reliability by topic.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "standfast/metric/evidence/reliability.h"
#include "standfast/result/findings/summary.h"
#include "standfast/result/run/records.h"

namespace standfast::result {

// Returns the ROC curve over pairs (score, same): points (false positive rate, true positive rate),
// ascending, from (0,0) to (1,1). Ties give a slanted piece, in line with the AUC, where a tie counts half.
// Corners on a straight line are left out. A curve with more than `most` points is thinned evenly along its
// length. Returns an empty curve if only one truth occurs.
std::vector<std::pair<double, double>> roc_curve(std::span<const double> score, std::span<const uint8_t> same,
                                                 size_t most = 200);

struct ScoreHistogram {
  std::vector<uint64_t> same,
      different;  // equal bins over [0, 1]; 1 belongs to the last; without non-answers
  uint64_t unanswered_same = 0, unanswered_different = 0;  // exactly 0.5
};
ScoreHistogram score_histogram(std::span<const double> score, std::span<const uint8_t> same,
                               size_t bins = 40);

// Thresholds that calibration chose in one fold, on the scale of the model's raw score.
struct FoldThresholds {
  uint64_t seed = 0;
  uint32_t fold = 0;
  double p1 = 0, p2 = 0;
};

struct PairCurves {
  size_t condition = 0, model = 0;  // places in RunRecords
  std::vector<std::pair<double, double>> roc = {};
  ScoreHistogram scores = {};
  std::vector<FoldThresholds> thresholds = {};  // only models that calibrate
  std::vector<ReliabilityBin> bins = {};        // ten of equal width, without the empty ones
};

// Computes the curves by condition and model, without the chance model: a model with the same answer to every
// pair has no curve.
std::vector<PairCurves> pair_curves(const RunRecords& run, const Summary& summary, size_t corpus,
                                    double level);

// Reliability by topic: it shows whether a score means the same on every topic. A pair of texts on two topics
// counts for both.
struct TopicReliability {
  uint32_t topic = 0;  // place in CorpusInfo::tested_topics
  size_t condition = 0, model = 0;
  double mean_score = 0;
  uint64_t same = 0;
  Interval interval;  // of the share of same-author pairs
  Reliability bins;   // five bins of equal count; its n are the pairs
};

// Computes reliability, the topics with most pairs first, then by condition and model, without the chance
// model. Returns nothing if predictions name no topics.
std::vector<TopicReliability> topic_reliability(const RunRecords& run, const Summary& summary, size_t corpus,
                                                double level);

// Returns at most `most` topics, those with most pairs. rows: as topic_reliability() returns them.
std::vector<uint32_t> first_topics(const std::vector<TopicReliability>& rows, size_t most);

}  // namespace standfast::result
