// The tables of a run of classification that describe: data, folds, classes, topics. Those that test are
// class_tests.h. docs/report.md explains each.
#pragma once

#include <optional>
#include <vector>

#include "standfast/report/table/table.h"
#include "standfast/result/findings/summary.h"
#include "standfast/result/run/run_reader.h"

namespace standfast::report {

// Documents, classes and topics on either side of each condition, and the majority baseline.
Table class_data_table(const RunRecords& run, size_t corpus);

// One row a finished or failed cell, one column a metric.
Table class_fold_table(const RunRecords& run, const Summary& summary, size_t corpus);

// Precision, recall and F1 of every class, all folds and seeds pooled.
Table class_table(const RunRecords& run, const Summary& summary, size_t corpus);

// Accuracy topic by topic under one condition, easiest first, with who there is to tell apart in each: table
// 7 of the novel-topic paper with its warning. Nothing where predictions have no topics.
std::optional<Table> topic_score_table(const RunRecords& run, const Summary& summary, size_t corpus,
                                       size_t condition);

// A topic of which one class holds so large a share has nothing to tell apart.
inline constexpr double kOneClassShare = 0.98;

// The topic and the class of lowest accuracy, among those with this many test documents.
inline constexpr uint64_t kLeastOfGroup = 20;
std::optional<Table> worst_group_table(const RunRecords& run, const Summary& summary, size_t corpus,
                                       double level);

}  // namespace standfast::report
