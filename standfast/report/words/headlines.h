// Headlines: the results of the survival table in words.
#pragma once

#include <string>
#include <vector>

#include "standfast/report/result_names.h"
#include "standfast/result/findings/summary.h"

namespace standfast::report {

// Returns "0.124 lost (95 % interval +0.080 to +0.168)", or "gained" with the bounds of the gain.
std::string lost_in_words(const Estimate& lost, double level);

// Returns one sentence for each corpus and condition that is compared, as far as the intervals of the
// survival table allow. It names the models for which a loss is shown, with the share of their lead that
// survives; the models for which none is shown, with the amount that may be lost all the same; and the models
// for which the share of the lead and the score itself do not agree. At most four models are named of each
// kind.
std::vector<std::string> headlines(const RunRecords& run, const Summary& summary, double level);

}  // namespace standfast::report
