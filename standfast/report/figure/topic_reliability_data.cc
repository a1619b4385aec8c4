#include "standfast/report/figure/topic_reliability_data.h"

#include <algorithm>
#include <cmath>

namespace standfast::report {

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
