// Accuracy by topic for all conditions and models of a corpus.
#pragma once

#include <vector>

#include "standfast/result/findings/topic_scores.h"

namespace standfast::result {

// The unit scores of every condition and model of a corpus, made once.
class AllTopicScores {
 public:
  AllTopicScores(const RunRecords& run, size_t corpus)
      : unit(unit_choice(run, corpus)), run_(run), corpus_(corpus) {
    for (size_t c = 0; c < run.conditions.size(); ++c)
      for (size_t m = 0; m < run.models.size(); ++m)
        scores_.push_back(topic_scores(pooled_items(run, corpus, c, m), unit));
    models_ = run.models.size();
  }
  const TopicScores& at(size_t condition, size_t model) const { return scores_[condition * models_ + model]; }

  std::vector<std::vector<TopicScores>> trades(size_t condition, size_t model) const {
    return topic_scores_of_trades(pooled_items(run_, corpus_, condition, model), unit);
  }

  const UnitChoice unit;

 private:
  const RunRecords& run_;
  size_t corpus_;
  std::vector<TopicScores> scores_;
  size_t models_ = 0;
};

}  // namespace standfast::result
