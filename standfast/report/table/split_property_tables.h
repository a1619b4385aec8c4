// What the splits of a study rest on, and how that goes with scores (result/findings/split_properties.h), as tables.
#pragma once

#include "standfast/report/table/table.h"
#include "standfast/result/findings/split_properties.h"

namespace standfast::report {

// found: at least one measure. The CSV has every measure of every draw.
Table split_property_table(const RunRecords& run, size_t corpus, const SplitProperties& found);
Table split_correlation_table(const RunRecords& run, const Summary& summary, size_t corpus,
                              const SplitProperties& found);

}  // namespace standfast::report
