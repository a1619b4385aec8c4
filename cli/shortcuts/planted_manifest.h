// manifest.json of `standfast shortcut`: what was planted, from what, and what came out.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "cli/shortcuts/planted_files.h"
#include "cli/shortcuts/shortcut_sides.h"
#include "standfast/analysis/leak/planted_checks.h"
#include "standfast/base/options.h"
#include "standfast/shortcut/achieved.h"

namespace standfast::cli {

struct PlantedRun {
  std::string kind;
  Options options = {};                // resolved
  std::vector<OptionSpec> specs = {};  // of these
  PlantRequest request = {};
  AchievedOptions achieved_options = {};
};

// P(value | class) of train, dev, test and anti, against what they were meant to be.
std::vector<AchievedShare> achieved_of(const PlantedRun& run, const ShortcutSides& sides,
                                       const PlantedFold& fold, const std::vector<PlantedSide>& written);

// folder: where the sides lie, for their digests.
Result<nlohmann::ordered_json> planted_manifest(const PlantedRun& run, const ShortcutSides& sides,
                                                const PlantedFold& fold,
                                                const std::vector<PlantedSide>& written,
                                                const std::vector<AchievedShare>& shares,
                                                const std::string& folder);

// Of each class, how many documents are on no side because they cannot be planted.
PlantedCondition losses_of(const PlantedRun& run, const ShortcutSides& sides, const PlantedFold& fold);

// The shares as a table, for a terminal: of a cue of two values the second, else all.
std::string shares_in_words(const ShortcutSides& sides, const PlantedFold& fold,
                            const std::vector<AchievedShare>& shares);

}  // namespace standfast::cli
