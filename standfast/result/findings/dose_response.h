// Dose-response: the score of a fold against how alike its train and test topics are, over every condition of
// a run that keeps topics whole, from random topics to the most heterogeneous. A model that leans on topics
// rises with similarity; the slope of its line says by how much.
//
// The line is least squares over folds; its interval resamples draws of topics, because the folds of one draw
// share topics and training data. Two (condition, seed) splits that test the same set of topics are one draw:
// HITS chooses the same topics for every seed. Below kFewestUnits draws there is no interval and no p.
// Conditions that show test topics in training are left out: there a pair of train and test topic is often
// the same topic.
#pragma once

#include <string>
#include <vector>

#include "standfast/metric/stat/estimate.h"
#include "standfast/metric/stat/slope.h"
#include "standfast/result/findings/ranking.h"

namespace standfast::result {

struct DosePoint {
  size_t condition = 0;
  uint64_t seed = 0;
  uint32_t fold = 0;
  double similarity = 0;  // mean cosine over (train topic, test topic) pairs of the fold
  double score = 0;
};

struct DoseCurve {
  size_t corpus = 0, model = 0;
  std::vector<DosePoint> points;  // condition, seed, fold
  uint32_t splits = 0;            // (condition, seed) pairs with a point
  DoseLine line;                  // its clusters: draws, that is distinct sets of topics
  Estimate slope;                 // score per 1.0 of similarity
  std::optional<double> p;
};

struct DoseResponse {
  std::string metric;
  std::vector<size_t> conditions;  // that gave points in some corpus
  std::vector<DoseCurve> curves;   // corpus, model; without the prior
};

// A data error where no fold has a similarity.
Result<DoseResponse> dose_response(const RunRecords& run, const std::string& metric,
                                   const RankingOptions& options);

}  // namespace standfast::result
