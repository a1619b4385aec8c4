// From a study file to a run folder that is ready for work.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "standfast/base/sink.h"
#include "standfast/study/executor/run_progress.h"
#include "standfast/study/record/provenance.h"

namespace standfast {

// What a user may say about a run in addition to the study.
struct RunOptions {
  std::string study_path;
  std::string folder;
  int jobs = 0;         // worker processes; 0 = one for each processor
  uint64_t memory = 0;  // bytes that the busy workers may hold together (plan.h); 0 = what is available
  std::optional<uint64_t> devices;  // that units may use at once; nothing: 1 (device_slots.h)
  bool fail_fast = false;           // stop at the first failure; false: record it and go on with the rest
  bool prepare_only = false;        // only write the folder and the beginning of the plan; shards do the work
  double estimate = 0;              // of a dry run: seconds for trying what a run takes; 0: it is not tried
  bool in_process = false;          // do everything in this process, one unit after the other
  std::optional<uint64_t> limit;    // replaces the study's limit
  std::optional<uint64_t> seed;     // replaces the study's seeds by this one
  std::vector<std::string> set = {};     // KEY=VALUE over the study (set_keys.h), as if the file said so
  std::vector<std::string> ignore = {};  // codes of warnings not to show, in addition to the study's own
  bool report_follows = false;  // it says what is wrong with the design, so the run names the codes alone
  std::string program =
      "/proc/self/exe";               // program of the workers; tests are another program, so they set it
  std::function<bool()> interrupted;  // called often; true stops the run
  Sink* sink = &null_sink();
  // Shown how far the run is; empty: the sink is told, as "run" in thousandths.
  std::function<void(const RunShown&)> show = {};
};

// The study in a file, with the overrides of the caller and the digests of all files that it names. text:
// receives the file as it is, or with --set a file that says the same as the two together.
Result<StudySpec> read_study(const RunOptions& options, std::string& text);
// The folder of the study file; relative paths start there.
std::string study_folder_of(const RunOptions& options);

// The facts that the run depends on. Reads all corpora.
Result<Provenance> provenance_of(const RunOptions& options, std::string& text);

// check_folder refuses a folder that is not empty and not the folder of a run; it makes a missing folder.
// write_head refuses a folder that holds another run, and writes what does not depend on any unit. The caller
// of write_head holds the lock.
Status check_folder(const RunFolder& folder);
Status write_head(const RunFolder& folder, const Provenance& provenance, const std::string& text,
                  const RunOptions& options);

// Writes only if the bytes differ, so that running a finished run again changes nothing.
Status write_if_changed(const std::string& path, const std::string& bytes);

}  // namespace standfast
