// Warnings and failures of units, each kind printed once: sixty cells that fail for one reason take two
// lines.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/analysis/leak/design_checks.h"
#include "standfast/analysis/leak/run_checks.h"
#include "standfast/base/sink.h"
#include "standfast/study/plan/unit.h"
#include "standfast/study/record/provenance.h"

namespace standfast {

class UnitWarnings {
 public:
  explicit UnitWarnings(Sink& sink) : sink_(sink) {}
  // Prints the first line of each kind with the label of its unit, and counts the others. Lines that differ
  // only in numbers are of one kind. Thread-safe.
  void add(const Unit& unit, std::string_view line);
  // Prints the number of suppressed lines of each kind.
  void end();

 private:
  Sink& sink_;
  std::mutex mutex_;
  std::map<std::string, size_t> places_;  // by the line without its numbers
  struct Kind {
    std::string first;
    size_t others = 0;
  };
  std::vector<Kind> kinds_;
};

// Returns the warnings about the design of a study (analysis/leak/design_checks.h), from its splits as drawn
// and from the planted shortcuts, without the warnings that the study or the caller ignores. ignored:
// receives the number of ignored warnings.
Result<std::vector<StudyWarning>> judged(const StudyDesign& design, const StudySpec& study,
                                         const std::vector<PlantedCondition>& planted,
                                         const std::vector<std::string>& ignore, uint64_t& ignored);

// Prints one line for each warning about the design of a run whose splits are drawn. codes_alone: prints only
// the codes, for a run whose report explains them.
Status warn_of_design(const RunFolder& folder, const Provenance& provenance, const std::vector<Unit>& plan,
                      const std::vector<std::string>& ignore, bool codes_alone, Sink& sink);

}  // namespace standfast
