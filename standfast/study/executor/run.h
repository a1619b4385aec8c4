// Running a study: prepare the folder, do what is missing, stage by stage, gather the scores.
//
// A run that was stopped (kill, power, Ctrl-C) goes on when it is started again with the same study and
// folder, and ends with the same bytes as one that was never stopped. Units that failed are tried again; a
// unit whose data are to blame fails again with the same record. A study may grow: what is in the folder
// stays as it is.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "standfast/analysis/leak/design_checks.h"
#include "standfast/base/sink.h"
#include "standfast/study/experiment/work.h"
#include "standfast/study/record/status.h"

namespace standfast {

struct RunOptions {
  std::string study_path;
  std::string folder;
  int jobs = 0;                   // worker processes; 0 = one a processor
  bool fail_fast = false;         // stop at the first failure; otherwise it is recorded and the rest goes on
  bool prepare_only = false;      // write the folder and the plan's first stage, for shards to work on
  std::optional<uint64_t> limit;  // overrides the study's
  std::optional<uint64_t> seed;   // overrides the study's seeds: this one only
  std::vector<std::string> ignore = {};  // codes of warnings not to show, beside the study's own
  std::string program =
      "/proc/self/exe";               // of the workers; tests, which are another program, say where it is
  std::function<bool()> interrupted;  // asked often; true stops the run
  Sink* sink = &null_sink();
};

// Once the splits are drawn, and before any model is run, warnings about the design go to the sink.
// Errors: the study or a corpus cannot be read, the folder holds something else, fail_fast, interruption.
// Failed units are no error here: they stand in the status.
Result<RunStatus> run_study(const RunOptions& options);

// What a run would do. Reads the corpora and draws every split, writes nothing.
struct PlannedCondition {
  std::string corpus, condition;
  uint64_t seed = 0;
  uint32_t folds = 0;
  uint64_t train_documents = 0, validation_documents = 0, test_documents = 0,
           aside_documents = 0;                                    // over all folds
  uint64_t train_pairs = 0, validation_pairs = 0, test_pairs = 0;  // the same; of verification
  uint64_t same_test = 0;
  std::string reason;  // why it would fail, or ""
  std::vector<std::string> notes;
};
struct PlannedPredictions {
  std::string name, folder;
  uint64_t files = 0;  // of answers; 0: there are none yet
};
struct DryRun {
  StudySpec study;
  std::vector<CorpusFacts> corpora;
  std::vector<PlannedCondition> conditions;
  std::vector<PlannedPredictions> predictions;
  std::vector<DesignWarning> warnings;  // of the design as drawn; without those ignored
  uint64_t ignored = 0;                 // warnings that were
  uint64_t units = 0, cells = 0;
};
Result<DryRun> dry_run(const RunOptions& options);

// One shard of a prepared run: units whose number within their stage is `shard` modulo `shards`. `run`
// afterwards gathers the scores.
//
// With a stage it does its units of that one, whatever the other shards do: one job array a stage, each begun
// when the one before has ended. An earlier stage with units that nobody has done is an error that says so.
// Without, it goes through all stages; where the next one needs units of other shards that are not done yet,
// it stops with such an error: start it again when they are (exit code 5).
struct ShardOptions {
  std::string folder;
  uint64_t shard = 0, shards = 1;
  std::optional<int> stage = {};  // 0 .. kStages - 1
  int jobs = 0;
  std::string program = "/proc/self/exe";
  std::function<bool()> interrupted;
  Sink* sink = &null_sink();
};
inline constexpr int kStages = 4;
Status work_shard(const ShardOptions& options);

// The worker process of LocalExecutor: serves units of a folder on standard input and output.
Status serve_folder(const std::string& folder);

}  // namespace standfast
