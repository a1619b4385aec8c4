// From units to the jobs that do them: which units go together into a task, what a task asks for, which job waits for which.
// A pure function: the same jobs from the same units, costs and limits.
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
  std::vector<std::string> after = {};  // ids of arrays in the queue that do what it needs
};

struct PlannedJobs {
  std::vector<Job> jobs;  // in an order in which each comes after those that it needs
  std::vector<std::string>
      notes;  // what the user should know of them: "longer than the limit of the partition ..."
};

// units: in the order of the plan, those alone that are to be sent. complete: the plan has all its units; else a job at the
// end submits the rest when the splits are there. all: the number of units of the plan, which every task holds.
//
// Units of one task have one kind, stage, and needs of cores, devices and memory. Where they are short, so many come together
// that the task takes options.pack seconds at the most, or less where the cluster could do more of them at once; a long one is
// alone, and so is one whose time is unknown. The time limit is twice the upper end of the estimate, 10 minutes at least. The
// memory is a quarter and 256 MB more than the estimate or what the unit itself asks for.
PlannedJobs plan_jobs(const std::vector<UnitToSend>& units, bool complete, size_t all,
                      const SubmitOptions& options, const ClusterLimits& limits);

}  // namespace standfast
