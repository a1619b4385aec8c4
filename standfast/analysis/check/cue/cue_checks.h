// The questions of each check of unintended cues, with all answers, including answers that are no findings.
// The checks themselves are listed in analysis/check/checks.h.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "standfast/analysis/check/cue/cue_question.h"

namespace standfast {

struct CueAnswers {
  std::string why_not;  // not "": nothing could be asked, for this reason
  std::vector<CueAnswer> answers;
};
// Asks the questions of a check. code: SF351 to SF359; for another code there are no answers and why_not says
// so.
CueAnswers cue_answers(const CheckedData& data, std::string_view code);

}  // namespace standfast
