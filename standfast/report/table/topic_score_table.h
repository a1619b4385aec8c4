// Scores topic by topic.
#pragma once

#include "standfast/report/table/table.h"
#include "standfast/result/findings/topic_difficulty.h"

namespace standfast::report {

// Accuracy topic by topic under one condition, easiest first, with who there is to tell apart in each: table
// 7 of the novel-topic paper with its warning.
Table topic_score_table(const RunRecords& run, size_t corpus, const TopicDifficulty& found);

// A topic of which one class holds so large a share has nothing to tell apart.
inline constexpr double kOneClassShare = 0.98;

}  // namespace standfast::report
