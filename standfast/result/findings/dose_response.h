// Dose-response: the score of a fold against the similarity of its train and test topics. It covers every
// condition of a run that keeps topics whole, from random topics to the most heterogeneous ones. The score of
// a model that leans on topics rises with similarity; the slope of the line measures by how much.
//
// The line is a least-squares fit over folds. Its interval resamples draws of topics, because the folds of
// one draw share topics and training data. Two (condition, seed) splits that test the same set of topics are
// one draw: HITS chooses the same topics for every seed. Below kFewestUnits draws there is no interval and no
// p. Conditions that show test topics in training are left out, because there a train topic and a test topic
// are often the same.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "standfast/metric/stat/estimate.h"
#include "standfast/metric/stat/slope.h"
#include "standfast/result/findings/answer_outline.h"
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
  std::vector<DosePoint> points;  // by condition, seed, fold
  uint32_t splits = 0;            // (condition, seed) pairs with a point
  DoseLine line;                  // its clusters are draws, that is distinct sets of topics
  Estimate slope;                 // score per 1.0 of similarity
  std::optional<double> p;
};

struct DoseResponse {
  std::string metric;
  std::vector<size_t> conditions;  // conditions with points in some corpus
  std::vector<DoseCurve> curves;   // by corpus, then model; without the prior
};

// Numbers of the sets of tested topics, by corpus and (condition, seed); equal sets have equal numbers. A
// split whose answers name no topics has its own number.
using TopicDraws = std::vector<std::map<std::pair<std::string, uint64_t>, uint32_t>>;
// Numbers the topic sets of all corpora. Reads every answer once.
TopicDraws topic_draws(const RunRecords& run);
// Numbers the topic sets of one corpus from the outline of its answers.
TopicDraws::value_type topic_draws(const AnswerOutline& outline);

// Fits the lines for one metric. An unknown metric is a usage error. It is a data error if no fold has a
// similarity and a score.
Result<DoseResponse> dose_response(const RunRecords& run, const TopicDraws& draws, const std::string& metric,
                                   const RankingOptions& options);

}  // namespace standfast::result
