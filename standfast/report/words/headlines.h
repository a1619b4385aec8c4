// What the survival table says, in words.
#pragma once

#include <string>
#include <vector>

#include "standfast/report/result_names.h"
#include "standfast/result/findings/summary.h"

namespace standfast::report {

// "0.124 lost (95 % interval +0.080 to +0.168)", or "gained" with the bounds of the gain.
std::string lost_in_words(const Estimate& lost, double level);

// What the survival table says of each condition, as far as its intervals allow: for which models a loss is shown and how
// much of their lead survives, for which none is shown and how much may be lost all the same, and for which the share of the
// lead and the score itself do not agree. One sentence for each corpus
// and condition that is compared, with at most four models named of a kind.
std::vector<std::string> headlines(const RunRecords& run, const Summary& summary, double level);

}  // namespace standfast::report
