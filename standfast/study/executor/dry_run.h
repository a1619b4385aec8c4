// A dry run: a report of what a run would do. It reads the corpora and draws every split, except the splits
// that need vectors of much text by a network. It writes nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/analysis/leak/warning_catalog.h"
#include "standfast/analysis/power.h"
#include "standfast/study/estimate/estimate.h"
#include "standfast/study/executor/run.h"
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
  uint64_t train_pairs = 0, validation_pairs = 0, test_pairs = 0;  // over all folds; only for verification
  uint64_t same_test = 0;
  std::string reason;                // reason why it would fail, or ""
  std::string skipped;               // reason why it was not drawn, or ""
  std::vector<std::string> lacking;  // reasons why cells of single models would fail
  std::vector<std::string> notes;
  std::optional<PlantedRecord> planted = {};  // only for a condition with a shortcut
  std::vector<std::string> classes = {};      // classes of its corpus, where something is planted
};
struct PlannedPredictions {
  std::string name, folder;
  uint64_t files = 0;  // number of files of answers
};
struct DryRun {
  StudySpec study;
  std::vector<CorpusFacts> corpora;
  std::vector<PlannedCondition> conditions;
  std::vector<PlannedPredictions> predictions;
  std::vector<AuxiliaryFile> auxiliaries;
  std::vector<StudyWarning> warnings;   // warnings about the design as drawn, without the ignored ones
  std::vector<LeastAuc> power;          // for the reference of each corpus; only for verification
  uint64_t ignored = 0;                 // number of ignored warnings
  uint64_t units = 0, cells = 0;        // lower bounds if a condition was not drawn
  uint64_t nested_cells = 0;            // not counted in `cells`
  uint64_t analyses = 0;                // number of units of the study's analyses of splits
  std::optional<RunEstimate> estimate;  // estimated cost of a run, if RunOptions::estimate asks for it
};
Result<DryRun> dry_run(const RunOptions& options);
// Does the same for a study that has been read. study_folder: the folder where its relative paths start.
Result<DryRun> dry_run(StudySpec study, const std::string& study_folder, const RunOptions& options);

}  // namespace standfast
