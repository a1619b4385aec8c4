// Warnings about the design of a study (analysis/leak/design_checks.h), from its splits as drawn.
#pragma once

#include <string>
#include <vector>

#include "standfast/analysis/leak/planted_checks.h"
#include "standfast/base/sink.h"
#include "standfast/study/record/provenance.h"

namespace standfast {

// The warnings of a design and of what was planted, without those that the study or the caller ignores. ignored: the
// number of ignored warnings.
Result<std::vector<DesignWarning>> judged(const StudyDesign& design, const StudySpec& study,
                                          const std::vector<PlantedCondition>& planted,
                                          const std::vector<std::string>& ignore, uint64_t& ignored);

// Prints one line for each warning about the design of a run whose splits are drawn. codes_alone: prints only
// the codes, for a run whose report gives the rest.
Status warn_of_design(const RunFolder& folder, const Provenance& provenance, const std::vector<Unit>& plan,
                      const std::vector<std::string>& ignore, bool codes_alone, Sink& sink);

}  // namespace standfast
