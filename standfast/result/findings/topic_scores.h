// Accuracy by topic, matched pairs of such lists as input of the statistics over topics, and the difficulty
// of topics.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "standfast/metric/stat/estimate.h"
#include "standfast/metric/stat/weighted_mean.h"
#include "standfast/result/findings/answer_outline.h"
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

// A map from codes to values as one sorted array, without a node for each entry: a run of a million documents
// that nothing groups has as many entries for each model under each condition.
template <class Value>
class ByCode {
 public:
  using Entry = std::pair<uint32_t, Value>;
  using const_iterator = typename std::vector<Entry>::const_iterator;

  ByCode() = default;
  ByCode(std::initializer_list<Entry> entries) {
    for (const Entry& entry : entries) add(entry.first) = entry.second;
  }
  // Returns the value of `code`, a new one unless it is the last code. Codes come in ascending order.
  Value& add(uint32_t code) {
    assert(entries_.empty() || entries_.back().first <= code);
    if (entries_.empty() || entries_.back().first != code) entries_.emplace_back(code, Value());
    return entries_.back().second;
  }
  void reserve(size_t entries) { entries_.reserve(entries); }

  const_iterator begin() const { return entries_.begin(); }
  const_iterator end() const { return entries_.end(); }
  size_t size() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }
  const_iterator find(uint32_t code) const {
    const auto found = std::ranges::lower_bound(entries_, code, {}, &Entry::first);
    return found != end() && found->first == code ? found : end();
  }
  bool contains(uint32_t code) const { return find(code) != end(); }

 private:
  std::vector<Entry> entries_;
};

struct Share {
  uint64_t right = 0, n = 0;  // answers
  double accuracy() const { return static_cast<double>(right) / static_cast<double>(n); }
};
struct TopicScore : Share {
  ByCode<Share> by_author;  // of the answers with a known author
};
using TopicScores = ByCode<TopicScore>;  // by code of the unit

// Computes accuracy by unit, all seeds and trades pooled. This is the mean over them if each tests a unit
// equally often. Answers without a unit are left out.
TopicScores topic_scores(const PooledItems& items, const UnitChoice& unit);
// Computes accuracy by unit for each seed and, within a seed, for each trade.
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

  // Returns a - b: the mean over cells, with the recommended interval and p: over units, and over authors if
  // they are known (metric/stat/unit_estimate.h).
  Difference lost(double level, const UnitChoice& unit) const;
};
MatchedTopics match_topics(const TopicScores& a, const TopicScores& b);

// Returns the standard deviation of the score over the trades of a seed: the root of its mean square over
// seeds. Returns nothing if no seed has two trades.
std::optional<double> sd_over_trades(const std::vector<std::vector<TopicScores>>& trades);

// Accuracy by topic for all conditions and models of a corpus. The answers of each are pooled once.
class AllTopicScores {
 public:
  using Trades = std::vector<std::vector<TopicScores>>;  // by seed and trade

  // Starts without scores; add() takes the answers.
  AllTopicScores(const RunRecords& run, size_t of_corpus, const UnitChoice& of_unit);
  // Computes all scores, for callers that need nothing else from the answers.
  AllTopicScores(const RunRecords& run, size_t of_corpus);

  // Adds the answers of one model under one condition. Threads may add different ones at once.
  void add(size_t condition, size_t model, const PooledItems& items);
  const TopicScores& at(size_t condition, size_t model) const { return scores_[condition * models_ + model]; }
  // Returns the scores by trade of a control; empty for any other condition.
  const Trades& trades(size_t condition, size_t model) const { return trades_[condition * models_ + model]; }

  const size_t corpus;  // its place in RunRecords
  const UnitChoice unit;

 private:
  size_t models_;
  std::vector<bool> is_control_;  // by condition
  std::vector<TopicScores> scores_;
  std::vector<Trades> trades_;
};

// Accuracy by topic under one condition, and the number and balance of the classes in each topic (table 7 of
// the novel-topic paper).
struct TopicDifficulty {
  size_t condition = 0;        // place in RunRecords
  std::vector<size_t> models;  // models that answered; places in RunRecords
  struct Topic {
    uint32_t topic = 0;            // place in CorpusInfo::tested_topics
    uint64_t documents = 0;        // different ones that some model answered
    uint64_t classes = 0;          // classes that they have
    size_t largest_class = 0;      // place in CorpusInfo::classes, the first of equals
    double largest_share = 0;      // of the documents; 0 if there are none
    double effective_classes = 0;  // as many classes of equal size would be as hard to guess; 0 as above
    std::vector<Share> answers;    // by `models`, all seeds pooled; n = 0: the model answered none
    double mean = 0;               // accuracy, mean over the models that answered
  };
  std::vector<Topic> topics;  // easiest first: falling mean, then by name
};

// Builder of the topic difficulties of a condition. It takes the answers of one model after another.
class TopicDifficultyCount {
 public:
  explicit TopicDifficultyCount(size_t condition) : condition_(condition) {}
  void add(size_t model, const PooledItems& items);
  // Returns the difficulties; nothing if no answer has a topic. names: CorpusInfo::tested_topics. The result
  // does not depend on the order of answers, which gave topics their places.
  std::optional<TopicDifficulty> found(const std::vector<std::string>& names) const;

 private:
  struct Row {
    std::vector<uint64_t> classes;  // different documents of each class
    std::vector<Share> answers;
  };
  size_t condition_;
  std::vector<size_t> models_;
  std::map<uint32_t, Row> rows_;
  std::set<uint32_t> seen_;  // documents; each has one topic. A model whose folds failed answered only some
};

}  // namespace standfast::result
