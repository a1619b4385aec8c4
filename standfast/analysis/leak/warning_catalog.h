// The warnings about a study, before a run and after it. Each has a code. docs/warnings.md says how it is
// found, why it matters and how to respond.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

enum class Severity : uint8_t {
  confounded,  // a difference between two columns may be due to something else
  weak,        // the study has little power for its question
  reading      // a number is easily misread
};
std::string_view severity_name(Severity severity);

struct WarningKind {
  std::string code;   // SF101; SF1xx can be seen before a run, SF2xx only after it
  std::string title;  // one line
  Severity severity = Severity::confounded;
  bool after_run = false;
  std::string anchor() const;  // "docs/warnings.md#sf101"
};
const std::vector<WarningKind>& warning_kinds();
// Returns the warning with a code (in any case); a usage error lists the valid codes.
Result<const WarningKind*> find_warning_kind(std::string_view code);

struct StudyWarning {
  std::string code, corpus;  // corpus: name in the study, "" for a warning about the whole study
  std::string message;       // names every condition with the fault, with numbers, in a sentence or two
  std::string brief = {};    // the worst condition, for one line of a terminal; "" if the message is short
  double size = 0;           // orders warnings about the same fact (warning_lines.h): larger is worse
};
// Returns the warning as a line: "SF101 posts: training pairs ...".
std::string describe(const StudyWarning& warning);

// Returns codes in the spelling of the catalog, each once, ascending; a usage error for an unknown code.
Result<std::vector<std::string>> known_codes(const std::vector<std::string>& codes);
// Removes the warnings with these codes and returns their number.
size_t leave_out(std::vector<StudyWarning>& warnings, const std::vector<std::string>& ignored);

}  // namespace standfast
