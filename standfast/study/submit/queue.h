// What a run has in the queue of its cluster, and what became of the tasks that have left it.
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
  std::map<std::string, SentTask> sent;                          // by key of a unit
  std::map<std::pair<std::string, uint64_t>, QueuedTask> tasks;  // by id and number; those that are not over

  const SentArray& array(const SentTask& at) const { return submissions[at.submission].arrays[at.array]; }
  // The task of a unit, if it is in the queue.
  const QueuedTask* find(const std::string& key) const;
  // Ids of the arrays that have tasks in the queue.
  std::set<std::string> ids() const;
};

// Nothing was submitted to Slurm: nobody is asked. A missing error with Slurm's words where it does not answer.
Result<QueueNow> look_at_queue(const RunFolder& folder);

// For a reader, beside the status of the run.
struct QueueStatus {
  bool submitted = false;
  std::string unknown;  // why the queue is not known, or ""
  uint64_t running = 0, waiting = 0;
  std::vector<std::string> nodes, reasons;  // of those that run, and why the others wait
  uint64_t begun = 0;                       // units that were stopped in the middle and go on from there
  std::vector<std::string>
      troubles;  // tasks that left the queue without having done their units, and what to do
};
QueueStatus read_queue_status(const RunFolder& folder);
nlohmann::ordered_json queue_to_json(const QueueStatus& status);
std::string queue_text(const QueueStatus& status);

}  // namespace standfast
