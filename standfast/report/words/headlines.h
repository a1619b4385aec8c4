// What the survival table says, in words.
#pragma once

#include <string>
#include <vector>

#include "standfast/result/findings/summary.h"

namespace standfast::report {

// "0.124 lost (95 % interval +0.080 to +0.168)", or "gained" with the bounds of the gain.
std::string lost_in_words(const Estimate& lost, double level);

// "ppm on iac: auc 0.94 [0.93, 0.95] on seen topics (iid), ...", one sentence per corpus and model.
std::vector<std::string> headlines(const RunRecords& run, const Summary& summary, double level);

}  // namespace standfast::report
