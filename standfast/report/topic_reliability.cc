#include "standfast/report/topic_reliability.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

namespace standfast::report {
namespace {

struct Pairs {
  std::vector<double> score;
  std::vector<uint8_t> same;
};

// By topic.
std::vector<Pairs> pairs_by_topic(const RunRecords& run, size_t corpus, size_t condition, size_t model) {
  std::vector<Pairs> topics(run.corpora[corpus].tested_topics.size());
  for (const auto& cell : run.cells) {
    if (!cell.ok || cell.corpus != run.corpora[corpus].name ||
        cell.condition != run.conditions[condition].name || cell.model != run.models[model].name)
      continue;
    const auto& p = cell.predictions;
    for (size_t i = 0; i < p.topic_a.size(); ++i) {
      const auto add = [&](uint32_t topic) {
        topics[topic].score.push_back(p.value[i]);
        topics[topic].same.push_back(p.same[i]);
      };
      add(p.topic_a[i]);
      if (p.topic_b[i] != p.topic_a[i]) add(p.topic_b[i]);
    }
  }
  return topics;
}

// Rows come sorted by topic.
std::vector<uint32_t> first_topics(const std::vector<TopicReliability>& rows, size_t most) {
  std::vector<uint32_t> topics;
  for (const auto& row : rows)
    if (topics.empty() || topics.back() != row.topic) topics.push_back(row.topic);
  topics.resize(std::min(topics.size(), most));
  return topics;
}

}  // namespace

std::vector<TopicReliability> topic_reliability(const RunRecords& run, const Summary& summary, size_t corpus,
                                                double level) {
  std::vector<TopicReliability> rows;
  std::vector<uint64_t> total(run.corpora[corpus].tested_topics.size());
  for (size_t c = 0; c < run.conditions.size(); ++c)
    for (size_t m = 0; m < run.models.size(); ++m) {
      if (summary.chance_model == m) continue;
      const auto topics = pairs_by_topic(run, corpus, c, m);
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

Table topic_reliability_table(const RunRecords& run, const std::vector<TopicReliability>& rows, size_t corpus,
                              double level) {
  const auto& info = run.corpora[corpus];
  Table table = table_of("topic-reliability", "Reliability by topic", info.name);
  const auto shown_list = first_topics(rows, kTopicsShown);
  table.caption = fmt::format(
      "Mean score and share of same-author pairs (with Wilson's {} interval, which takes pairs as "
      "independent) of "
      "the test pairs that touch a topic; calibration error: mean distance of score and share over five bins "
      "of "
      "equal count, and the largest. A pair on two topics counts for both.{}",
      percent(level),
      shown_list.size() < info.tested_topics.size()
          ? fmt::format(" Shown: the {} of {} topics with most pairs; the CSV has all.", shown_list.size(),
                        info.tested_topics.size())
          : "");
  table.header = {"topic", "condition",         "model",  "pairs", "mean score",
                  "same",  "calibration error", "largest"};
  table.data_header = {"corpus",     "topic", "condition", "model",          "pairs",        "mean_score",
                       "share_same", "low",   "high",      "expected_error", "maximum_error"};
  for (const auto& row : rows) {
    const auto& topic = info.tested_topics[row.topic];
    const auto &condition = run.conditions[row.condition].name, &model = run.models[row.model].name;
    const double share = static_cast<double>(row.same) / static_cast<double>(row.bins.n);
    table.data.push_back({info.name, topic, condition, model, std::to_string(row.bins.n),
                          exact(row.mean_score), exact(share), exact(row.interval.low),
                          exact(row.interval.high), exact(row.bins.expected_error),
                          exact(row.bins.maximum_error)});
    if (std::find(shown_list.begin(), shown_list.end(), row.topic) == shown_list.end()) continue;
    table.rows.push_back(
        {{topic},
         {condition},
         {model},
         {grouped(row.bins.n)},
         {shown(row.mean_score)},
         {shown(share), fmt::format("[{}, {}]", shown(row.interval.low), shown(row.interval.high))},
         {shown(row.bins.expected_error)},
         {shown(row.bins.maximum_error)}});
  }
  return table;
}

void add_topic_reliability(nlohmann::ordered_json& data, const RunRecords& run,
                           const std::vector<TopicReliability>& rows, size_t corpus) {
  using Json = nlohmann::ordered_json;
  const auto rounded = [](double x) { return std::round(x * 1e4) / 1e4; };
  const auto topics = first_topics(rows, kTopicsDrawn);
  data["reliability_topics"] = Json::array();
  data["topic_reliability"] = Json::array();
  for (const auto topic : topics)
    data["reliability_topics"].push_back(run.corpora[corpus].tested_topics[topic]);
  for (const auto& row : rows) {
    const auto place = std::find(topics.begin(), topics.end(), row.topic);
    if (place == topics.end()) continue;
    Json bins = Json::array();
    for (const auto& bin : row.bins.bins)
      bins.push_back({{"score", rounded(bin.score)},
                      {"share", rounded(bin.share)},
                      {"low", rounded(bin.interval.low)},
                      {"high", rounded(bin.interval.high)},
                      {"n", bin.n}});
    data["topic_reliability"].push_back(
        {{"t", place - topics.begin()}, {"c", row.condition}, {"m", row.model}, {"bins", std::move(bins)}});
  }
}

}  // namespace standfast::report
