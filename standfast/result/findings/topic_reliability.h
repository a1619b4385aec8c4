// Reliability by topic: it shows whether a score means the same on every topic. A pair of texts on two topics
// counts for both.
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/metric/evidence/reliability.h"
#include "standfast/result/findings/summary.h"

namespace standfast::result {

struct TopicReliability {
  uint32_t topic = 0;  // place in CorpusInfo::tested_topics
  size_t condition = 0, model = 0;
  double mean_score = 0;
  uint64_t same = 0;
  Interval interval;  // of the share of same-author pairs
  Reliability bins;   // five bins of equal count; its n are the pairs
};

// Computes reliability, the topics with most pairs first, then by condition and model, without the chance
// model. Returns nothing if predictions name no topics.
std::vector<TopicReliability> topic_reliability(const RunRecords& run, const Summary& summary, size_t corpus,
                                                double level);

// Returns at most `most` topics, those with most pairs. rows: as topic_reliability() returns them.
std::vector<uint32_t> first_topics(const std::vector<TopicReliability>& rows, size_t most);

}  // namespace standfast::result
