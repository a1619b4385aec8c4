// Accuracy by topic for all conditions and models of a corpus. The answers are pooled once.
#pragma once

#include <vector>

#include "standfast/result/findings/topic_scores.h"

namespace standfast::result {

class AllTopicScores {
 public:
  using Trades = std::vector<std::vector<TopicScores>>;  // by seed and trade

  AllTopicScores(const RunRecords& run, size_t of_corpus)
      : corpus(of_corpus), unit(unit_choice(run, of_corpus)), models_(run.models.size()) {
    for (size_t c = 0; c < run.conditions.size(); ++c)
      for (size_t m = 0; m < models_; ++m) {
        const PooledItems items = pooled_items(run, of_corpus, c, m);
        scores_.push_back(topic_scores(items, unit));
        trades_.push_back(run.conditions[c].control_of.empty() ? Trades() : topic_scores_of_trades(items, unit));
      }
  }
  const TopicScores& at(size_t condition, size_t model) const { return scores_[condition * models_ + model]; }
  // Of a control; empty of another condition.
  const Trades& trades(size_t condition, size_t model) const { return trades_[condition * models_ + model]; }

  const size_t corpus;  // its place in RunRecords
  const UnitChoice unit;

 private:
  size_t models_;
  std::vector<TopicScores> scores_;
  std::vector<Trades> trades_;
};

}  // namespace standfast::result
