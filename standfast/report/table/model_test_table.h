// Classifiers against each other (result/findings/model_tests.h), as a table.
#pragma once

#include <optional>

#include "standfast/report/table/table.h"
#include "standfast/result/findings/model_tests.h"

namespace standfast::report {

// Difference in accuracy by topic, weighted, with the test to go by and beside it the others that one may be
// asked for. Nothing with fewer than two models beside prior.
std::optional<Table> model_test_table(const RunRecords& run, size_t corpus,
                                      const std::vector<ModelTest>& tests, const UnitChoice& unit,
                                      double level);

}  // namespace standfast::report
