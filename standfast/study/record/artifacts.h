// Artifacts that the units of a run wrote for its report, read back: a list or map for each kind of artifact.
// UnitKind::read() adds to it, in the order of the plan.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "standfast/neural/train/training_history.h"
#include "standfast/study/record/analysis_file.h"
#include "standfast/study/record/attributions_file.h"
#include "standfast/study/record/map_file.h"
#include "standfast/study/record/rationales_file.h"
#include "standfast/study/record/slices_file.h"
#include "standfast/study/record/split_record.h"
#include "standfast/study/record/summary.h"

namespace standfast {

// The fit of a model that makes the space of a condition, where a network was trained.
struct NetworkFit {
  std::string corpus, condition;
  uint64_t documents = 0, validation = 0;
  TrainingHistory history;
};

struct Artifacts {
  std::map<std::string, CorpusSummary> summaries;        // by corpus
  std::map<std::string, TopicCosines> similarities;      // by corpus
  std::map<std::string, StyleFile> styles;               // by corpus; only for classification
  std::map<std::string, SlicesFile> slice_columns = {};  // by corpus; only while the run is read
  std::vector<SplitInfo> splits;                         // ordered by corpus, condition, seed
  std::vector<DesignFile> designs;           // in the same order; runs of earlier versions have none
  std::vector<NearFile> near = {};           // in the same order, if the study asks for them; without the ids
  std::vector<AnalysisFile> analyses = {};   // analyses of splits, in the order of splits, then of the study
  std::vector<NetworkFit> fits = {};         // by corpus, then in the order of conditions
  std::map<std::string, MapFile> maps = {};  // by the key of the space
  std::vector<AttributionRecord> attributions = {};  // by corpus, split, model, fold
  std::vector<RationaleRecord> rationales = {};      // in the order of the plan
  uint32_t explain_top = 5;                          // the k of precision at k of attributions
  ExplainedIds explained = {};                       // only while the run is read
};

}  // namespace standfast
