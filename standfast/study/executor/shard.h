// Work on a prepared run in shares.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/study/executor/run_progress.h"

namespace standfast {

// The settings of work_shard, which does one shard of a prepared run: the units whose number within their
// stage is `shard` modulo `shards`. `run` gathers the scores afterwards. The stage of a unit is one more than
// the largest stage of its needs.
//
// With a stage, it does its units of that stage and ignores the work of the other shards. Use one job array
// for each stage, and start each when the one before has ended. It is an error, which says so, if an earlier
// stage has units that are not done. If the plan does not have the stage, there is nothing to do. Without a
// stage, it goes through all stages. Where the next stage needs units of other shards that are not done yet,
// it stops with such an error (exit code 5); start it again when they are done.
//
// With a file of shares, each line of the file is a shard: the keys of its units. Units that wait for others
// which are not done are left out, and the call ends with such an error. A failed unit is recorded in the
// folder; it is no error here, because the units that need it can only be tried when this shard has ended.
struct ShardOptions {
  std::string folder;
  uint64_t shard = 0, shards = 1;
  std::optional<int> stage = {};
  std::string shares = {};  // file of shares, in the folder; "": every n-th unit
  int jobs = 0;
  int cores = 0;        // processors that it may use; 0: all
  double grace = 0;     // see executor.h
  uint64_t memory = 0;  // bytes that the busy workers may hold together (plan.h); 0: the available memory
  std::optional<uint64_t> devices = {};  // number that units may use at once; nothing: 1 (device_slots.h)
  std::string program = "/proc/self/exe";
  std::function<bool()> interrupted;
  Sink* sink = &null_sink();
  std::function<void(const RunShown&)> show = {};  // see run.h; for the units of a stage
};
Status work_shard(const ShardOptions& options);

// Writes scores.csv from the done units of a prepared run, and the plan as far as it has grown.
Status gather_shards(const std::string& folder);

// Does units of a folder as the worker process of LocalExecutor (local_executor.h), with standard input and
// output as its connection.
Status serve_folder(const std::string& folder);

// A line of a file of shares: the keys of the units of one shard, separated by spaces.
using ShareOfUnits = std::vector<std::string>;

std::string shares_text(const std::vector<ShareOfUnits>& shares);
Result<std::vector<ShareOfUnits>> read_shares(const std::string& path);
// Returns the line of one of `shards` shards, from 0. A data error if the file has another number of lines.
Result<ShareOfUnits> read_share(const std::string& path, uint64_t shard, uint64_t shards);

}  // namespace standfast
