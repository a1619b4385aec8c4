// Accuracy by topic, and two such lists matched: what the statistics over topics need.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/metric/stat/estimate.h"
#include "standfast/metric/stat/weighted_mean.h"
#include "standfast/result/findings/answer_outline.h"
#include "standfast/result/findings/by_code.h"
#include "standfast/result/findings/class_items.h"
#include "standfast/result/run/run_reader.h"

namespace standfast::result {

// The units of the statistics: topics if predictions name them, else authors. If nothing groups the
// documents, each document is its own unit, with all its answers (one for each seed).
struct UnitChoice {
  enum class Of { topics, authors, documents };
  Of what = Of::topics;
  const char* one = "topic";
  const char* many = "topics";
  const std::vector<uint32_t>& of(const PooledItems& items) const {
    return what == Of::topics ? items.topic : what == Of::authors ? items.author : items.document;
  }
  bool topics() const { return what == Of::topics; }
};
UnitChoice unit_choice(const AnswerOutline& outline);

struct Share {
  uint64_t right = 0, n = 0;  // answers
  double accuracy() const { return static_cast<double>(right) / static_cast<double>(n); }
};
struct TopicScore : Share {
  ByCode<Share> by_author;  // of the answers with a known author
};
using TopicScores = ByCode<TopicScore>;  // by code of the unit

// All seeds and trades pooled. This is the mean over them if each tests a unit equally often. Answers without
// a unit are left out.
TopicScores topic_scores(const PooledItems& items, const UnitChoice& unit);
// The same for each seed and, within a seed, for each trade.
std::vector<std::vector<TopicScores>> topic_scores_of_trades(const PooledItems& items,
                                                             const UnitChoice& unit);

// The units that a and b both have, weighted by the answers of b.
struct MatchedTopics {
  std::vector<double> a, b, difference, weight;
  uint64_t n = 0;                                               // answers of b in these units
  size_t unmatched = 0;                                         // units that only one of them has
  WeightedMoments moments_a, moments_b, moments_of_difference;  // of difference: a - b

  // The parts of the units: authors within a topic, and the rest with unknown author. Authors who write on
  // several topics make these dependent.
  struct Cell {
    uint32_t unit = 0, author = kNoCode;
    double difference = 0, weight = 0;
  };
  std::vector<Cell> cells;

  // Keeps the moments and counts alone. The units take as much memory as the answers do.
  void forget_units() {
    for (auto* numbers : {&a, &b, &difference, &weight}) *numbers = std::vector<double>();
    cells = std::vector<Cell>();
  }

  // a - b: the mean over cells, with the recommended interval and p: over units, and over authors where they
  // are known (metric/stat/unit_estimate.h).
  Difference lost(double level, const UnitChoice& unit) const;
};
MatchedTopics match_topics(const TopicScores& a, const TopicScores& b);

// Standard deviation of the score over the trades of a seed: the root of its mean square over seeds. Nothing where no
// seed has two trades.
std::optional<double> sd_over_trades(const std::vector<std::vector<TopicScores>>& trades);

}  // namespace standfast::result
