// Reliability topic by topic: whether a score means the same on every topic. A pair of texts on two topics
// counts for both.
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/base/json.h"
#include "standfast/metric/reliability.h"
#include "standfast/report/run_reader.h"
#include "standfast/report/summary.h"
#include "standfast/report/table.h"

namespace standfast::report {

struct TopicReliability {
  uint32_t topic = 0;  // place in CorpusInfo::tested_topics
  size_t condition = 0, model = 0;
  double mean_score = 0;
  uint64_t same = 0;
  Interval interval;  // of the share of same-author pairs
  Reliability bins;   // five of equal count; its n are the pairs
};

// Topics by falling number of pairs, then condition and model. Without the chance model. Empty where
// predictions name no topics.
std::vector<TopicReliability> topic_reliability(const RunRecords& run, const Summary& summary, size_t corpus,
                                                double level);

// In the table: the kTopicsShown topics with most pairs; drawn: the first kTopicsDrawn of them; in the CSV:
// all.
inline constexpr size_t kTopicsShown = 12, kTopicsDrawn = 6;
Table topic_reliability_table(const RunRecords& run, const std::vector<TopicReliability>& rows, size_t corpus,
                              double level);

// See TopicReliability in web/src/data.ts.
void add_topic_reliability(nlohmann::ordered_json& data, const RunRecords& run,
                           const std::vector<TopicReliability>& rows, size_t corpus);

}  // namespace standfast::report
