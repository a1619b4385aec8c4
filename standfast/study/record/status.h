// Status of a run, read only from its folder.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "standfast/base/result.h"
#include "standfast/study/record/run_folder.h"

namespace standfast {

struct StageStatus {
  std::string name;  // UnitKind::units() of its units: always "splits" and "cells", others if needed
  uint64_t total = 0, done = 0, failed = 0, damaged = 0;
  uint64_t missing() const { return total - done - failed - damaged; }
};

struct FailedUnit {
  std::string label, reason;
};

struct RunStatus {
  std::vector<StageStatus> stages;   // the last is empty until the splits are done
  bool planned = false;              // cells and what they share are in the plan
  std::vector<FailedUnit> failed;    // in the order of the plan
  std::vector<FailedUnit> damaged;   // units and files of the run that have changed since they were written
  std::vector<std::string> missing;  // labels of units that have not run, or whose marker is missing
  // [[predictions]] of the study without any file of answers, as "predictions NAME: no answers in FOLDER
  // yet". Not checked where the study has been moved away from them.
  std::vector<std::string> unanswered;
  bool all_done() const;  // true if everything is planned and done
  bool complete() const { return all_done() && unanswered.empty(); }
};

// Reads the status. check: how closely the files of done units are checked. With digests, the seal of
// provenance.json is checked too; and if the run is complete, scores.csv is compared with a new one made from
// the records.
Result<RunStatus> read_status(const RunFolder& folder, Check check = Check::sizes);
nlohmann::ordered_json status_to_json(const RunStatus& status);
std::string status_text(const RunStatus& status);

}  // namespace standfast
