#include "standfast/result/run/run_profile.h"

#include "standfast/study/task/task.h"

namespace standfast::result {

Result<RunProfile> run_profile(const RunRecords& run) {
  return run.the_task().profile(run.profile);
}

}  // namespace standfast::result
