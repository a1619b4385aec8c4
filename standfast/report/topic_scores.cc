#include "standfast/report/topic_scores.h"

#include <algorithm>

namespace standfast::report {

UnitChoice unit_choice(const RunRecords& run, size_t corpus) {
  const bool has_topics = std::any_of(run.cells.begin(), run.cells.end(), [&](const CellRecord& cell) {
    return cell.corpus == run.corpora[corpus].name &&
           std::any_of(cell.classified.topic.begin(), cell.classified.topic.end(),
                       [](uint32_t topic) { return topic != kNoCode; });
  });
  if (has_topics) return {};
  return {"author", "authors", true};
}

TopicScores topic_scores(const PooledItems& items, const UnitChoice& unit) {
  TopicScores scores;
  const auto& units = unit.of(items);
  for (size_t i = 0; i < items.size(); ++i) {
    if (units[i] == kNoCode) continue;
    auto& score = scores[units[i]];
    ++score.n;
    score.right += items.predicted[i] == items.truth[i] ? 1 : 0;
  }
  return scores;
}

MatchedTopics match_topics(const TopicScores& a, const TopicScores& b) {
  MatchedTopics matched;
  for (const auto& [unit, score_b] : b) {
    const auto found = a.find(unit);
    if (found == a.end()) {
      ++matched.unmatched;
      continue;
    }
    matched.a.push_back(found->second.accuracy());
    matched.b.push_back(score_b.accuracy());
    matched.difference.push_back(matched.a.back() - matched.b.back());
    matched.weight.push_back(static_cast<double>(score_b.n));
    matched.n += score_b.n;
  }
  matched.unmatched += a.size() - matched.a.size();
  if (matched.n == 0) return matched;
  matched.moments_a = weighted_moments(matched.a, matched.weight);
  matched.moments_b = weighted_moments(matched.b, matched.weight);
  matched.moments_of_difference = weighted_moments(matched.difference, matched.weight);
  return matched;
}

}  // namespace standfast::report
