// What each check of cues that nobody meant asks, and what was answered: also what is no finding. The checks themselves
// are listed in analysis/check/checks.h.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "standfast/analysis/check/cue/cue_question.h"

namespace standfast {

struct CueAnswers {
  std::string why_not;  // not "": nothing could be asked
  std::vector<CueAnswer> answers;
};
// code: of a check of the catalog, SF351 to SF359; of another, nothing is answered and why_not says so.
CueAnswers cue_answers(const CheckedData& data, std::string_view code);

}  // namespace standfast
