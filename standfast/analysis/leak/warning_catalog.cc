#include "standfast/analysis/leak/warning_catalog.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/base/code_catalog.h"

namespace standfast {

std::string_view severity_name(Severity severity) {
  switch (severity) {
    case Severity::confounded:
      return "confounded";
    case Severity::weak:
      return "weak";
    case Severity::reading:
      return "reading";
  }
  return "";
}

std::string WarningKind::anchor() const {
  return place_of_code("docs/warnings.md", code);
}

// A new check needs a line here, its function, a section in docs/warnings.md and a test.
const std::vector<WarningKind>& warning_kinds() {
  static const std::vector<WarningKind> checks = {
      {"SF101", "Conditions train on different amounts", Severity::confounded},
      {"SF102", "Same-author pairs share topics or blocks more often in one condition", Severity::confounded},
      {"SF103", "Different-author pairs share topics or blocks more often in one condition",
       Severity::confounded},
      {"SF104", "Fewer than six topics are tested", Severity::weak},
      {"SF105", "Too few authors are tested", Severity::weak},
      {"SF106", "Topics have practically one author", Severity::confounded},
      {"SF107", "Training lacks classes of test documents", Severity::confounded},
      {"SF108", "A control trades single documents although the corpus has blocks", Severity::confounded},
      {"SF109", "Conditions are drawn only once: a sentence of the caption, no longer a warning",
       Severity::weak},
      {"SF110", "The headline metric allows no percentage", Severity::reading},
      {"SF111", "Folds lack pairs", Severity::weak},
      {"SF112", "The reference condition is missing for a corpus", Severity::reading},
      {"SF113", "A side shares texts with the documents of the folds", Severity::confounded},
      {"SF114", "Intervals ignore the groups that a split keeps whole", Severity::reading},
      {"SF115", "A column alone tells pairs apart", Severity::confounded},
      {"SF116", "The share of same-author pairs differs", Severity::confounded},
      {"SF117", "A model was trained elsewhere, perhaps on test documents", Severity::confounded},
      {"SF118", "Copies of test documents are in training more often in one condition than in another",
       Severity::confounded},
      {"SF119", "Conditions cannot test the same documents", Severity::reading},
      {"SF120", "A side has groups that the condition keeps apart", Severity::confounded},
      {"SF121", "Conditions test texts of different lengths", Severity::confounded},
      {"SF122", "Values look like one value, like a missing value or like several", Severity::confounded},
      {"SF123", "No condition is marked as the reference", Severity::reading},
      {"SF201", "The baseline of other scores is near guessing", Severity::reading, true},
      {"SF202", "More than the whole score survives", Severity::reading, true},
      {"SF203", "A shortcut leaves out documents of a class", Severity::confounded, true},
      {"SF204", "A class that a side lacks moves the base probabilities of a shortcut", Severity::confounded,
       true},
      {"SF205", "A network reads only the beginning of texts", Severity::reading, true},
      {"SF206", "A network learned next to nothing", Severity::weak, true},
      {"SF207", "Scores are not shown to be above the score of topic alone", Severity::confounded, true},
      {"SF208", "A model leaves nearly all pairs undecided", Severity::weak, true},
  };
  return checks;
}

Result<const WarningKind*> find_warning_kind(std::string_view code) {
  return find_by_code(warning_kinds(), code, "warning");
}

std::string describe(const StudyWarning& warning) {
  return fmt::format("{} {}{}", warning.code, warning.corpus.empty() ? "" : warning.corpus + ": ",
                     warning.message);
}

Result<std::vector<std::string>> known_codes(const std::vector<std::string>& codes) {
  return known_codes_of(warning_kinds(), codes, "warning");
}

size_t leave_out(std::vector<StudyWarning>& warnings, const std::vector<std::string>& ignored) {
  return std::erase_if(warnings, [&](const auto& warning) {
    return std::find(ignored.begin(), ignored.end(), warning.code) != ignored.end();
  });
}

}  // namespace standfast
