// The tables of a run of classification that describe: data, folds, classes, topics. docs/report.md explains each.
#pragma once

#include <optional>
#include <vector>

#include "standfast/report/table/table.h"
#include "standfast/result/findings/class_data.h"
#include "standfast/result/findings/scores_by_class.h"
#include "standfast/result/findings/summary.h"
#include "standfast/result/findings/topic_difficulty.h"
#include "standfast/result/findings/worst_groups.h"

namespace standfast::report {

// Documents, classes and topics on either side of each condition, and the majority baseline.
Table class_data_table(const RunRecords& run, size_t corpus, const std::vector<ClassData>& conditions);

// One row a finished or failed cell, one column a metric.
Table class_fold_table(const RunRecords& run, const Summary& summary, size_t corpus);

// Precision, recall and F1 of every class, all folds and seeds pooled.
Table class_table(const RunRecords& run, size_t corpus, const std::vector<ScoresByClass>& scores);

// Accuracy topic by topic under one condition, easiest first, with who there is to tell apart in each: table
// 7 of the novel-topic paper with its warning.
Table topic_score_table(const RunRecords& run, size_t corpus, const TopicDifficulty& found);

// A topic of which one class holds so large a share has nothing to tell apart.
inline constexpr double kOneClassShare = 0.98;

// The topic and the class of lowest accuracy. Nothing where no groups can be compared.
std::optional<Table> worst_group_table(const RunRecords& run, size_t corpus,
                                       const std::vector<WorstGroup>& groups, double level);

}  // namespace standfast::report
