// Accuracy by topic for all conditions and models of a corpus. The answers of each are pooled once.
#pragma once

#include <vector>

#include "standfast/result/findings/topic_scores.h"

namespace standfast::result {

class AllTopicScores {
 public:
  using Trades = std::vector<std::vector<TopicScores>>;  // by seed and trade

  // Without scores: add() takes the answers.
  AllTopicScores(const RunRecords& run, size_t of_corpus, const UnitChoice& of_unit);
  // With all scores, for callers that need nothing else of the answers.
  AllTopicScores(const RunRecords& run, size_t of_corpus);

  // Threads may add different conditions and models at once.
  void add(size_t condition, size_t model, const PooledItems& items);
  const TopicScores& at(size_t condition, size_t model) const { return scores_[condition * models_ + model]; }
  // Of a control; empty of another condition.
  const Trades& trades(size_t condition, size_t model) const { return trades_[condition * models_ + model]; }

  const size_t corpus;  // its place in RunRecords
  const UnitChoice unit;

 private:
  size_t models_;
  std::vector<bool> is_control_;  // by condition
  std::vector<TopicScores> scores_;
  std::vector<Trades> trades_;
};

}  // namespace standfast::result
