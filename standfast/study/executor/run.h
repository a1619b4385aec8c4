// The run of a study: prepare the folder, do what is missing, gather the scores.
//
// A run may be stopped (kill, power, Ctrl-C). When it is started again with the same study and folder, it
// continues, and it ends with the same bytes as a run that was never stopped. Failed units are tried again;
// if the data are the cause, the unit fails again with the same record. A study may grow: what is in the
// folder stays as it is.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/study/executor/run_progress.h"
#include "standfast/study/record/provenance.h"
#include "standfast/study/record/status.h"

namespace standfast {

// Settings of a run that a user may give in addition to the study.
struct RunOptions {
  std::string study_path;
  std::string folder;
  int jobs = 0;         // worker processes; 0 = one for each processor
  uint64_t memory = 0;  // bytes that the busy workers may hold together (plan.h); 0: the available memory
  std::optional<uint64_t> devices;  // number that units may use at once; nothing: 1 (device_slots.h)
  bool fail_fast = false;           // stop at the first failure; false: record it and go on with the rest
  bool prepare_only = false;        // only write the folder and the beginning of the plan; shards do the work
  double estimate = 0;              // for a dry run: seconds for trying the work of a run; 0: no trial
  bool in_process = false;          // do everything in this process, one unit after the other
  std::optional<uint64_t> limit;    // replaces the study's limit
  std::optional<uint64_t> seed;     // replaces the study's seeds by this one
  std::vector<std::string> set = {};     // KEY=VALUE settings that override the study file (set_keys.h)
  std::vector<std::string> ignore = {};  // codes of warnings not to show, in addition to the study's own
  // A report will explain the warnings of the design, so the run prints only their codes.
  bool report_follows = false;
  std::string program =
      "/proc/self/exe";               // program of the workers; tests are another program, so they set it
  std::function<bool()> interrupted;  // called often; true stops the run
  Sink* sink = &null_sink();
  // Receives the progress of the run. If empty, the sink gets it, as "run" in thousandths.
  std::function<void(const RunShown&)> show = {};
};

// Runs a study. Once the splits are drawn, warnings about the design go to the sink.
// Errors: the study or a corpus cannot be read, the folder holds something else, fail_fast, interruption.
// Failed units are not an error here; the status lists them.
Result<RunStatus> run_study(const RunOptions& options);

// Steps of a run, which dry runs and shards share.

// Reads the study file, applies the overrides of the caller and fills in the digests of all files that it
// names. text: receives the file as it is, or with --set a file that is equivalent to both together.
Result<StudySpec> read_study(const RunOptions& options, std::string& text);
// Returns the folder of the study file; relative paths start there.
std::string study_folder_of(const RunOptions& options);

// Returns the facts that the run depends on. Reads all corpora.
Result<Provenance> provenance_of(const RunOptions& options, std::string& text);

// check_folder refuses a folder that is not empty and not the folder of a run; it makes a missing folder.
// write_head refuses a folder that holds another run, and writes what does not depend on any unit. The caller
// of write_head holds the lock.
Status check_folder(const RunFolder& folder);
Status write_head(const RunFolder& folder, const Provenance& provenance, const std::string& text,
                  const RunOptions& options);

// Writes the file only if the bytes differ, so that running a finished run again changes nothing.
Status write_if_changed(const std::string& path, const std::string& bytes);

// Writes scores.csv and reads the status of the run afterwards. Where locks do not work, another run may
// write its own scores.csv and then finish cells between the two steps. In that case the scores are gathered
// again, so that the last writer writes all of them.
Result<RunStatus> gather_scores(const RunFolder& folder, const std::vector<Unit>& units);

}  // namespace standfast
