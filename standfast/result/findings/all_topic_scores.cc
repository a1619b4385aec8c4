#include "standfast/result/findings/all_topic_scores.h"

#include "standfast/result/findings/answer_outline.h"

namespace standfast::result {

AllTopicScores::AllTopicScores(const RunRecords& run, size_t of_corpus, const UnitChoice& of_unit)
    : corpus(of_corpus),
      unit(of_unit),
      models_(run.models.size()),
      scores_(run.conditions.size() * models_),
      trades_(scores_.size()) {
  for (const auto& condition : run.conditions) is_control_.push_back(!condition.control_of.empty());
}

AllTopicScores::AllTopicScores(const RunRecords& run, size_t of_corpus)
    : AllTopicScores(run, of_corpus, unit_choice(answer_outline(run, of_corpus))) {
  const CellIndex index(run);
  for (size_t c = 0; c < run.conditions.size(); ++c)
    for (size_t m = 0; m < models_; ++m)
      add(c, m, pooled_items(run, of_corpus, index.folds(of_corpus, c, m)));
}

void AllTopicScores::add(size_t condition, size_t model, const PooledItems& items) {
  scores_[condition * models_ + model] = topic_scores(items, unit);
  if (is_control_[condition]) trades_[condition * models_ + model] = topic_scores_of_trades(items, unit);
}

}  // namespace standfast::result
