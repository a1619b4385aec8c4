// Submission of a run to a cluster: its plan as jobs, written into the folder of the run and sent.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "standfast/study/executor/run.h"
#include "standfast/study/submit/batch_system.h"
#include "standfast/study/submit/plan_jobs.h"
#include "standfast/study/submit/submission_file.h"

namespace standfast {

struct SubmitRequest {
  std::string folder;  // folder of the prepared run
  // A study that is not prepared, whose jobs are only shown (its folder may not exist).
  std::optional<RunOptions> study = {};
  const BatchSystem* system = &slurm_system();
  SubmitOptions options;
  bool missing = false;  // true: other tasks of the run may be in the queue; false: that is an error
  bool show_only = false;
  // The study may differ from an earlier submission, so the costs of units are estimated anew.
  bool changed = false;
  double estimate = 0;  // seconds for trying the costs of units where they are unknown; 0: no trial
  std::function<bool()> interrupted;
  Sink* sink = &null_sink();
};

// The files and jobs of a submission before it is sent.
struct SubmitPlan {
  std::vector<Job> jobs;
  std::vector<std::string> notes;
  std::vector<std::pair<std::string, std::string>> files;  // files of RUN/submit/<n>: name and text
  std::string folder;                                      // "submit/1", relative to the run
  std::string tag;
  std::string send;  // shell script that sends them
  uint64_t units = 0, done = 0, queued = 0, tasks = 0;
  uint64_t longest_array = 0;
};

// Plans a submission. Errors: a usage error if tasks of this run are in the queue and `missing` is not set; a
// missing error where the cluster does not answer; any error of a dry run.
Result<SubmitPlan> plan_submission(const SubmitRequest& request);

// Writes the files of the plan and sends its jobs, the record of each before the next. For systems other than
// Slurm it writes the files and send.sh. The caller holds the lock (SubmitLock). An error of a later job says
// that the earlier ones were sent.
Result<Submission> send_submission(const SubmitRequest& request, const SubmitPlan& plan);

}  // namespace standfast
