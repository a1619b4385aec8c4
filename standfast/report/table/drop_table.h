// The drops of classifiers and their parts (result/findings/drops.h), as a table and in words.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "standfast/report/table/table.h"
#include "standfast/result/findings/drops.h"

namespace standfast::report {

// Nothing where no condition is the reference. unit: over which the drops are taken.
std::optional<Table> drop_table(const RunRecords& run, const Summary& summary, size_t corpus,
                                const std::vector<Drop>& drops, const UnitChoice& unit, double level);

// One sentence per model and condition that has a control.
std::vector<std::string> drop_sentences(const RunRecords& run, const Summary& summary, size_t corpus,
                                        const std::vector<Drop>& drops);

}  // namespace standfast::report
