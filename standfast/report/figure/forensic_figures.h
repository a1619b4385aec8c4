// What the figures of likelihood ratios draw.
#pragma once

#include <vector>

#include "standfast/base/json.h"
#include "standfast/result/findings/forensic.h"

namespace standfast::report {

// What the figures "llr", "tippett" and "ece" draw; see web/src/data.ts.
void add_forensic_figures(nlohmann::ordered_json& data, const Summary& summary,
                          const std::vector<ForensicCell>& cells, size_t corpus);

}  // namespace standfast::report
