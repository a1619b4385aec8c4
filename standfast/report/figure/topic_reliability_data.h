// What the figures of reliability by topic draw.
#pragma once

#include <vector>

#include "standfast/base/json.h"
#include "standfast/result/findings/topic_reliability.h"

namespace standfast::report {

// Drawn: the kTopicsDrawn topics with most pairs.
inline constexpr size_t kTopicsDrawn = 6;
// See TopicReliability in web/src/data.ts.
void add_topic_reliability(nlohmann::ordered_json& data, const RunRecords& run,
                           const std::vector<TopicReliability>& rows, size_t corpus);

}  // namespace standfast::report
