// Reliability by topic (result/findings/topic_reliability.h), as a table.
#pragma once

#include <vector>

#include "standfast/report/table/table.h"
#include "standfast/result/findings/topic_reliability.h"

namespace standfast::report {

// In the table: the kTopicsShown topics with most pairs; in its CSV: all.
inline constexpr size_t kTopicsShown = 12;
Table topic_reliability_table(const RunRecords& run, const std::vector<TopicReliability>& rows, size_t corpus,
                              double level);

}  // namespace standfast::report
