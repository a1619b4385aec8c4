// State of a run in the queue of its cluster, and the end of the tasks that have left the queue.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "standfast/base/result.h"
#include "standfast/study/record/run_folder.h"
#include "standfast/study/submit/slurm.h"
#include "standfast/study/submit/submission_file.h"

namespace standfast {

// The task to which a unit was sent last.
struct SentTask {
  size_t submission = 0, array = 0;  // places
  uint64_t task = 0;                 // number in the array
};

struct QueueNow {
  std::vector<Submission> submissions;
  std::map<std::string, SentTask> sent;  // by key of a unit
  // By id and number; only tasks that are not over.
  std::map<std::pair<std::string, uint64_t>, QueuedTask> tasks;

  const SentArray& array(const SentTask& at) const { return submissions[at.submission].arrays[at.array]; }
  // Returns the task of a unit if it is in the queue, else null.
  const QueuedTask* find(const std::string& key) const;
  // Returns the ids of the arrays that have tasks in the queue.
  std::set<std::string> ids() const;
};

// Reads the queue. If nothing was submitted to Slurm, Slurm is not called. A missing error with Slurm's words
// where it does not answer.
Result<QueueNow> look_at_queue(const RunFolder& folder);

// The state of the queue for a reader, beside the status of the run.
struct QueueStatus {
  bool submitted = false;
  std::string unknown;  // reason why the queue is not known, or ""
  uint64_t running = 0, waiting = 0;
  std::vector<std::string> nodes, reasons;  // nodes of running tasks, and reasons why the others wait
  uint64_t begun = 0;  // units that were stopped in the middle and will continue from there
  // Tasks that left the queue without having done their units, with the remedy.
  std::vector<std::string> troubles;
};
QueueStatus read_queue_status(const RunFolder& folder);
nlohmann::ordered_json queue_to_json(const QueueStatus& status);
std::string queue_text(const QueueStatus& status);

}  // namespace standfast
