#include "standfast/result/findings/pair_curves.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "standfast/metric/stat/order.h"
#include "standfast/result/run/answer_store.h"
#include "standfast/result/run/cell_index.h"

namespace standfast::result {

std::vector<std::pair<double, double>> roc_curve(std::span<const double> score, std::span<const uint8_t> same,
                                                 size_t most) {
  assert(score.size() == same.size() && most >= 2);
  uint64_t positives = 0;
  for (const auto s : same) positives += s;
  const uint64_t negatives = same.size() - positives;
  if (positives == 0 || negatives == 0) return {};
  const auto order = ascending_order(score);
  std::vector<std::pair<uint64_t, uint64_t>> corners = {
      {0, 0}};  // (false, true) positives at falling thresholds
  uint64_t fp = 0, tp = 0;
  for (size_t k = order.size(); k > 0;) {
    const double value = score[order[k - 1]];
    for (; k > 0 && score[order[k - 1]] == value; --k) ++(same[order[k - 1]] != 0 ? tp : fp);
    // The cross product is of integers: a corner on the line from the previous corner to this point is not
    // needed.
    while (corners.size() >= 2) {
      const auto [ax, ay] = corners[corners.size() - 2];
      const auto [bx, by] = corners.back();
      if ((bx - ax) * (tp - ay) != (by - ay) * (fp - ax)) break;
      corners.pop_back();
    }
    corners.emplace_back(fp, tp);
  }
  std::vector<std::pair<double, double>> curve;
  const auto rate = [](uint64_t part, uint64_t whole) {
    return static_cast<double>(part) / static_cast<double>(whole);
  };
  for (const auto& [f, t] : corners) curve.emplace_back(rate(f, negatives), rate(t, positives));
  if (curve.size() <= most) return curve;
  std::vector<std::pair<double, double>> thinned = {curve.front()};
  const double step = 2.0 / static_cast<double>(most - 1);  // x + y runs from 0 to 2
  double next = step;
  for (size_t i = 1; i + 1 < curve.size(); ++i)
    if (curve[i].first + curve[i].second >= next) {
      thinned.push_back(curve[i]);
      while (next <= curve[i].first + curve[i].second) next += step;
    }
  thinned.push_back(curve.back());
  return thinned;
}

ScoreHistogram score_histogram(std::span<const double> score, std::span<const uint8_t> same, size_t bins) {
  ScoreHistogram result{std::vector<uint64_t>(bins), std::vector<uint64_t>(bins), 0, 0};
  for (size_t i = 0; i < score.size(); ++i) {
    if (score[i] == 0.5) {
      ++(same[i] != 0 ? result.unanswered_same : result.unanswered_different);
      continue;
    }
    const auto bin = std::min(bins - 1, static_cast<size_t>(score[i] * static_cast<double>(bins)));
    ++(same[i] != 0 ? result.same : result.different)[bin];
  }
  return result;
}

std::vector<PairCurves> pair_curves(const RunRecords& run, const Summary& summary, size_t corpus,
                                    double level) {
  const CellIndex index(run);
  std::vector<PairCurves> all;
  for (size_t c = 0; c < run.conditions.size(); ++c)
    for (size_t m = 0; m < run.models.size(); ++m) {
      if (summary.chance_model == m) continue;
      PairCurves curves{c, m};
      std::vector<double> score;
      std::vector<uint8_t> same;
      for (const CellRecord* cell : index.folds(corpus, c, m)) {
        const auto answers = pair_answers(*cell);
        score.insert(score.end(), answers->value.begin(), answers->value.end());
        same.insert(same.end(), answers->same.begin(), answers->same.end());
        if (cell->p1 && cell->p2) curves.thresholds.push_back({cell->seed, cell->fold, *cell->p1, *cell->p2});
      }
      if (score.empty()) continue;
      curves.roc = roc_curve(score, same);
      curves.scores = score_histogram(score, same);
      curves.bins = reliability(score, same, Binning::equal_width, 10, level).bins;
      all.push_back(std::move(curves));
    }
  return all;
}

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
