// What a user may say about a run, beside the study.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "standfast/base/sink.h"

namespace standfast {

struct RunOptions {
  std::string study_path;
  std::string folder;
  int jobs = 0;                   // worker processes; 0 = one a processor
  bool fail_fast = false;         // stop at the first failure; otherwise it is recorded and the rest goes on
  bool prepare_only = false;      // write the folder and the beginning of the plan, for shards to work on
  bool in_process = false;        // do everything in this process, one unit after the other
  std::optional<uint64_t> limit;  // overrides the study's
  std::optional<uint64_t> seed;   // overrides the study's seeds: this one only
  std::vector<std::string> ignore = {};  // codes of warnings not to show, beside the study's own
  std::string program =
      "/proc/self/exe";               // of the workers; tests, which are another program, say where it is
  std::function<bool()> interrupted;  // asked often; true stops the run
  Sink* sink = &null_sink();
};

}  // namespace standfast
