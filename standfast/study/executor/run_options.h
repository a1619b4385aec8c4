// What a user may say about a run in addition to the study.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "standfast/base/sink.h"
#include "standfast/study/executor/run_progress.h"

namespace standfast {

struct RunOptions {
  std::string study_path;
  std::string folder;
  int jobs = 0;  // worker processes; 0 = one for each processor
  uint64_t memory =
      0;  // bytes that the busy workers may hold together (memory_need.h); 0 = what is available
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

}  // namespace standfast
