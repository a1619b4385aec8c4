// Accuracy topic by topic, and two of them matched: what the statistics over topics take.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "standfast/metric/stat/estimate.h"
#include "standfast/metric/stat/weighted_mean.h"
#include "standfast/result/findings/class_items.h"
#include "standfast/result/run/run_reader.h"

namespace standfast::result {

// The units of the statistics: topics where predictions name them, otherwise authors. If nothing groups the
// documents, each document is a unit of its own, with all its answers (one for each seed).
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
UnitChoice unit_choice(const RunRecords& run, size_t corpus);

struct Share {
  uint64_t right = 0, n = 0;  // answers
  double accuracy() const { return static_cast<double>(right) / static_cast<double>(n); }
};
struct TopicScore : Share {
  std::map<uint32_t, Share> by_author;  // of answers whose author is known
};
using TopicScores = std::map<uint32_t, TopicScore>;  // by code of the unit

// All seeds and trades pooled, which is the mean over them where each tests a unit as often. Answers without
// a unit are left out.
TopicScores topic_scores(const PooledItems& items, const UnitChoice& unit);
// The same of each seed and, within it, each trade.
std::vector<std::vector<TopicScores>> topic_scores_of_trades(const PooledItems& items,
                                                             const UnitChoice& unit);

// Each restricted to the units that all have, and within these to the authors that all have: differences
// between neighbours in the list, with one set of weights, add up to that between its ends.
std::vector<TopicScores> on_common_units(std::vector<TopicScores> scores);

// The units that both have, weighted by the answers of b or of a third, which must have them all.
struct MatchedTopics {
  std::vector<double> a, b, difference, weight;
  uint64_t n = 0;                                               // answers of b in these units
  size_t unmatched = 0;                                         // units that only one of them has
  WeightedMoments moments_a, moments_b, moments_of_difference;  // of difference: a - b

  // What the units are made of: authors within a topic, and the rest of whom the author is not known. Authors
  // who write on several topics tie these together.
  struct Cell {
    uint32_t unit = 0, author = kNoCode;
    double difference = 0, weight = 0;
  };
  std::vector<Cell> cells;

  // a - b, the mean over cells, with the interval and p to go by: over units, and over authors where they are
  // known (metric/stat/unit_estimate.h).
  Difference lost(double level, const UnitChoice& unit) const;
};
MatchedTopics match_topics(const TopicScores& a, const TopicScores& b);
MatchedTopics match_topics(const TopicScores& a, const TopicScores& b, const TopicScores& weights);

// Standard deviation of the weighted score over the trades of a seed, the root of its mean square over seeds;
// nothing where no seed has two trades.
std::optional<double> sd_over_trades(const std::vector<std::vector<TopicScores>>& trades,
                                     const TopicScores& weights);

}  // namespace standfast::result
