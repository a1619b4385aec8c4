// Checks of the scores of a study, after a run: SF201 and SF202 (docs/warnings.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "standfast/analysis/leak/design_checks.h"

namespace standfast {

// A score with its interval, of a model that is not the chance level.
struct ScoredCondition {
  std::string corpus, condition, model, metric;
  bool reference = false;
  std::optional<double> score, low, high, chance;
  std::optional<double> survival, survival_low, survival_high;  // of conditions other than the reference
};

std::vector<DesignWarning> check_scores(const std::vector<ScoredCondition>& scores);

}  // namespace standfast
