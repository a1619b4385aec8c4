#include "standfast/result/findings/topic_reliability.h"

#include <algorithm>
#include <numeric>

#include "standfast/result/run/answer_store.h"
#include "standfast/result/run/cell_index.h"

namespace standfast::result {
namespace {

struct Pairs {
  std::vector<double> score;
  std::vector<uint8_t> same;
};

// Groups the pairs by topic.
std::vector<Pairs> pairs_by_topic(const Folds& folds, size_t all_topics) {
  std::vector<Pairs> topics(all_topics);
  for (const CellRecord* cell : folds) {
    const auto answers = pair_answers(*cell);
    const auto& p = *answers;
    for (size_t i = 0; i < p.topic_a.size(); ++i) {
      const auto add = [&](uint32_t topic) {
        if (topic == kNoCode) return;
        topics[topic].score.push_back(p.value[i]);
        topics[topic].same.push_back(p.same[i]);
      };
      add(p.topic_a[i]);
      if (p.topic_b[i] != p.topic_a[i]) add(p.topic_b[i]);
    }
  }
  return topics;
}

}  // namespace

std::vector<TopicReliability> topic_reliability(const RunRecords& run, const Summary& summary, size_t corpus,
                                                double level) {
  std::vector<TopicReliability> rows;
  const CellIndex index(run);
  std::vector<uint64_t> total(run.corpora[corpus].tested_topics.size());
  for (size_t c = 0; c < run.conditions.size(); ++c)
    for (size_t m = 0; m < run.models.size(); ++m) {
      if (summary.chance_model == m) continue;
      const auto topics = pairs_by_topic(index.folds(corpus, c, m), total.size());
      for (uint32_t t = 0; t < topics.size(); ++t) {
        const auto& [score, same] = topics[t];
        if (score.empty()) continue;
        total[t] += score.size();
        TopicReliability row;
        row.topic = t;
        row.condition = c;
        row.model = m;
        row.mean_score = std::accumulate(score.begin(), score.end(), 0.0) / static_cast<double>(score.size());
        row.same = static_cast<uint64_t>(std::count(same.begin(), same.end(), uint8_t{1}));
        row.interval = wilson_interval(row.same, score.size(), level);
        row.bins = reliability(score, same, Binning::equal_count, 5, level);
        rows.push_back(std::move(row));
      }
    }
  std::stable_sort(rows.begin(), rows.end(), [&](const TopicReliability& a, const TopicReliability& b) {
    return total[a.topic] != total[b.topic] ? total[a.topic] > total[b.topic] : a.topic < b.topic;
  });
  return rows;
}

std::vector<uint32_t> first_topics(const std::vector<TopicReliability>& rows, size_t most) {
  std::vector<uint32_t> topics;
  for (const auto& row : rows)
    if (topics.empty() || topics.back() != row.topic) topics.push_back(row.topic);
  topics.resize(std::min(topics.size(), most));
  return topics;
}

}  // namespace standfast::result
