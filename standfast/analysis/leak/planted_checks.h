// Checks of planted shortcuts, after a run, in a dry run (which plants too) and for an export: SF203 and
// SF204 (docs/warnings.md).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/analysis/leak/design_checks.h"

namespace standfast {

// The documents of a class, and the number that could not be planted.
struct ClassLoss {
  std::string name;
  uint64_t lost = 0, all = 0;
};
struct PlantedCondition {
  std::string corpus, condition;
  std::vector<ClassLoss> train, test;  // by class; sums over draws and folds
  bool ordered = true;                 // the order of classes determines which of them have the cue
};

std::vector<DesignWarning> check_planted(const std::vector<PlantedCondition>& conditions);

}  // namespace standfast
