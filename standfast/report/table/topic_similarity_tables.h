// How alike train and test topics are, per condition and seed.
#pragma once

#include <optional>

#include "standfast/report/table/table.h"
#include "standfast/result/run/run_reader.h"

namespace standfast::report {

// Nothing without topic similarity or folds.
std::optional<Table> topic_similarity_table(const RunRecords& run, size_t corpus);
std::optional<Table> similar_topics_table(const RunRecords& run, size_t corpus);

}  // namespace standfast::report
