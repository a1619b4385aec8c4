// Models against the spaces in which they are split (result/findings/cross_space.h), as a table.
#pragma once

#include "standfast/report/table/table.h"
#include "standfast/result/findings/cross_space.h"

namespace standfast::report {

// By the default metric, with intervals of `level`.
Table cross_space_table(const RunRecords& run, const Summary& summary, size_t corpus, const CrossSpace& found,
                        double level);

}  // namespace standfast::report
