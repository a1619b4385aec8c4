// Working on a run that was prepared, in shares.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"

namespace standfast {

// One shard of a prepared run: units whose number within their stage is `shard` modulo `shards`. `run`
// afterwards gathers the scores. The stage of a unit is one more than the largest stage of what it needs.
//
// With a stage it does its units of that one, whatever the other shards do: one job array a stage, each begun
// when the one before has ended. An earlier stage with units that nobody has done is an error that says so. A
// stage that the plan does not have has nothing to do.
// Without, it goes through all stages; where the next one needs units of other shards that are not done yet,
// it stops with such an error: start it again when they are (exit code 5).
struct ShardOptions {
  std::string folder;
  uint64_t shard = 0, shards = 1;
  std::optional<int> stage = {};
  int jobs = 0;
  std::string program = "/proc/self/exe";
  std::function<bool()> interrupted;
  Sink* sink = &null_sink();
};
Status work_shard(const ShardOptions& options);

// The worker process of LocalExecutor (local_executor.h): serves units of a folder on standard input and
// output.
Status serve_folder(const std::string& folder);

}  // namespace standfast
