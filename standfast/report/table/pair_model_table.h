// Verifiers against each other (result/findings/pair_model_tests.h), as a table.
#pragma once

#include <optional>
#include <string>

#include "standfast/base/result.h"
#include "standfast/report/table/table.h"
#include "standfast/result/run/run_reader.h"

namespace standfast::report {

// Nothing where there is no pair.
Result<std::optional<Table>> pair_model_table(const RunRecords& run, size_t corpus, const std::string& metric,
                                              double level, int threads);

}  // namespace standfast::report
