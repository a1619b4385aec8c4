// What a run would do. Reads the corpora and draws every split, but those that need vectors of much text by a network.
// Writes nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/analysis/leak/design_checks.h"
#include "standfast/analysis/power/least_auc.h"
#include "standfast/study/estimate/estimate.h"
#include "standfast/study/executor/prepare.h"
#include "standfast/study/experiment/preflight.h"
#include "standfast/study/plan/plan.h"
#include "standfast/study/record/planted_record.h"

namespace standfast {

struct PlannedCondition {
  std::string corpus, condition;
  uint64_t seed = 0;
  uint32_t folds = 0;
  uint64_t train_documents = 0, validation_documents = 0, test_documents = 0,
           aside_documents = 0;                                    // over all folds
  uint64_t train_pairs = 0, validation_pairs = 0, test_pairs = 0;  // also over all folds; of verification
  uint64_t same_test = 0;
  std::string reason;                // why it would fail, or ""
  std::string undrawn;               // why it was not drawn, or ""
  std::vector<std::string> lacking;  // why cells of single models would fail
  std::vector<std::string> notes;
  std::optional<PlantedRecord> planted = {};  // of a condition with a shortcut
  std::vector<std::string> classes = {};      // of its corpus, where something is planted
};
struct PlannedPredictions {
  std::string name, folder;
  uint64_t files = 0;  // files of answers; 0: there are none yet
};
struct DryRun {
  StudySpec study;
  std::vector<CorpusFacts> corpora;
  std::vector<PlannedCondition> conditions;
  std::vector<PlannedPredictions> predictions;
  std::vector<AuxiliaryFile> auxiliaries;
  std::vector<DesignWarning> warnings;  // of the design as drawn; without the ignored ones
  std::vector<LeastAuc> power;          // of the reference of each corpus; of verification
  uint64_t ignored = 0;                 // number of ignored warnings
  uint64_t units = 0, cells = 0;        // at least, if a condition was not drawn
  uint64_t nested_cells = 0;            // beside the cells
  uint64_t analyses = 0;                // units of the study's analyses of splits
  std::optional<RunEstimate> estimate;  // what a run takes, if RunOptions::estimate asks for it
};
Result<DryRun> dry_run(const RunOptions& options);
// The same of a study that has been read. study_folder: where its relative paths start.
Result<DryRun> dry_run(StudySpec study, const std::string& study_folder, const RunOptions& options);

}  // namespace standfast
