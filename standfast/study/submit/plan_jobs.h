// Planning of the jobs that do units: the grouping of units into tasks, the resources of a task, and the
// order of jobs. A pure function: the same units, costs and limits give the same jobs.
#pragma once

#include <string>
#include <vector>

#include "standfast/study/plan/unit.h"
#include "standfast/study/submit/job.h"
#include "standfast/study/submit/unit_costs.h"

namespace standfast {

struct UnitToSend {
  Unit unit;
  UnitCost cost;
  double reading = 0;                   // seconds that a task takes to read its corpus
  std::vector<std::string> after = {};  // ids of arrays in the queue that do the units that it needs
};

struct PlannedJobs {
  std::vector<Job> jobs;  // each comes after the jobs that it needs
  // Notes on the jobs for the user: "longer than the limit of the partition ...".
  std::vector<std::string> notes;
};

// Plans jobs. units: the units to send, in the order of the plan. complete: the plan has all its units; else
// a job at the end submits the rest when the splits are done. all: the number of units of the plan, which
// every task holds in memory.
//
// Units of one task have one kind, stage, and needs of cores, devices and memory. Short units are put
// together into a task of at most options.pack seconds, or less where the cluster could do more of them at
// once; a long unit has a task of its own. So does a unit of unknown duration, unless the tasks would be more
// than a quarter of the jobs that the cluster takes; then such units share tasks. The time limit is twice the
// upper end of the estimate, and at least 10 minutes. The memory is a quarter and 256 MB more than the
// estimate or than the unit itself asks for.
PlannedJobs plan_jobs(const std::vector<UnitToSend>& units, bool complete, size_t all,
                      const SubmitOptions& options, const ClusterLimits& limits);

}  // namespace standfast
