// What the figures of a run of classification draw: see Classified in web/src/data.ts.
#pragma once

#include <vector>

#include "standfast/base/json.h"
#include "standfast/result/findings/drops.h"
#include "standfast/result/findings/summary.h"
#include "standfast/result/run/run_reader.h"

namespace standfast::report {

// Confusion matrices of at most this many classes, those with most test documents.
inline constexpr size_t kMostClassesDrawn = 40;

nlohmann::ordered_json class_figures(const RunRecords& run, const Summary& summary, size_t corpus,
                                     const std::vector<Drop>& drops);

}  // namespace standfast::report
