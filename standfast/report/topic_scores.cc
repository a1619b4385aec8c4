#include "standfast/report/topic_scores.h"

#include <algorithm>

#include "standfast/metric/distributions.h"
#include "standfast/metric/weighted_tests.h"

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
    const uint64_t right = items.predicted[i] == items.truth[i] ? 1 : 0;
    score.right += right;
    if (unit.by_author || items.author[i] == kNoCode) continue;
    Share& cell = score.by_author[items.author[i]];
    ++cell.n;
    cell.right += right;
  }
  return scores;
}

namespace {

// Nothing where the two groupings do not give a standard error.
std::optional<TwoWayMean> over_cells(const TopicScores& a, const TopicScores& b) {
  std::vector<double> differences, weights;
  std::vector<uint32_t> topics, authors;
  for (const auto& [topic, score_b] : b) {
    const auto score_a = a.find(topic);
    if (score_a == a.end()) continue;
    for (const auto& [author, cell_b] : score_b.by_author) {
      const auto cell_a = score_a->second.by_author.find(author);
      if (cell_a == score_a->second.by_author.end()) continue;
      differences.push_back(cell_a->second.accuracy() - cell_b.accuracy());
      weights.push_back(static_cast<double>(cell_b.n));
      topics.push_back(topic);
      authors.push_back(author);
    }
  }
  if (differences.empty()) return std::nullopt;
  const TwoWayMean mean = two_way_mean(differences, weights, topics, authors);
  return mean.se && mean.df > 0 ? std::optional(mean) : std::nullopt;
}

}  // namespace

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
  matched.two_way = over_cells(a, b);
  return matched;
}

TTest MatchedTopics::test() const {
  return two_way ? two_way_t(*two_way) : paired_weighted_t(moments_of_difference);
}

std::optional<Interval> MatchedTopics::interval(double level) const {
  if (!two_way) return t_interval(moments_of_difference, StandardError::effective, level);
  const double reach = student_critical(1 - level, two_way->df) * *two_way->se;
  return Interval{moments_of_difference.mean - reach, moments_of_difference.mean + reach};
}

}  // namespace standfast::report
