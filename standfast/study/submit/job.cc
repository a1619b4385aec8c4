#include "standfast/study/submit/job.h"

#include <algorithm>

#include <fmt/format.h>

namespace standfast {

std::vector<JobArray> arrays_of(const std::vector<Job>& jobs, uint64_t longest) {
  std::vector<JobArray> arrays;
  std::vector<std::vector<size_t>> of_job(jobs.size());
  longest = std::max<uint64_t>(longest, 1);
  for (size_t j = 0; j < jobs.size(); ++j) {
    const size_t tasks = jobs[j].tasks();
    for (size_t first = 0; first < tasks; first += longest) {
      JobArray array{&jobs[j], jobs[j].name, first, std::min<size_t>(longest, tasks - first)};
      if (tasks > longest) array.name += fmt::format(".{}", first / longest + 1);
      for (const size_t need : jobs[j].needs)
        array.needs.insert(array.needs.end(), of_job[need].begin(), of_job[need].end());
      of_job[j].push_back(arrays.size());
      arrays.push_back(std::move(array));
    }
  }
  return arrays;
}

}  // namespace standfast
