// Submission file, RUN/submit/<n>/submission.json: the jobs that were sent. It lies beside the scripts and
// the shares of the jobs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/study/record/run_folder.h"
#include "standfast/study/submit/job.h"
#include "standfast/study/submit/unit_costs.h"

namespace standfast {

inline constexpr const char* kSubmissionSchema = "standfast-submission/1";

struct SentArray {
  std::string name;        // name of its script: "cells"
  std::string queue_name;  // "sf-1a2b3c-cells"
  std::string id;          // id from the batch system; "": it was not sent
  std::string job;  // name of the job whose file of shares holds its tasks: "cells"; "": it does no units
  uint64_t first = 0, count = 0, shares = 0;
  uint64_t memory = 0;  // bytes
  double seconds = 0;   // time limit; 0: the limit of the cluster
};

struct Submission {
  uint64_t number = 0;
  std::string system;   // "slurm"
  std::string version;  // version of standfast
  int64_t sent = 0;     // seconds since 1970
  SubmitOptions options;
  std::vector<SentArray> arrays;

  // Returns the folder, relative to the run.
  std::string folder() const { return "submit/" + std::to_string(number); }
};

Status write_submission(const RunFolder& folder, const Submission& submission);
// Reads a submission. path: of a submission.json.
Result<Submission> read_submission(const std::string& path);
// Returns all submissions of a run in their order; none where nothing was submitted.
Result<std::vector<Submission>> read_submissions(const RunFolder& folder);

// Access to RUN/submit/costs.json.
Status write_unit_costs(const RunFolder& folder, const UnitCosts& costs);
bool has_unit_costs(const RunFolder& folder);
Result<UnitCosts> read_unit_costs(const RunFolder& folder);

// The lock of RUN/submit. Waits half a minute for another submission of the same run to end; then a usage
// error.
class SubmitLock {
 public:
  static Result<SubmitLock> take(const RunFolder& folder);
  SubmitLock(SubmitLock&& other) noexcept;
  SubmitLock& operator=(SubmitLock&&) = delete;
  ~SubmitLock();

 private:
  explicit SubmitLock(int fd) : fd_(fd) {}
  int fd_;
};

}  // namespace standfast
