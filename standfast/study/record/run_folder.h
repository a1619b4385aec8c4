// The folder of a run: where things lie, when a unit counts as done, how files are written (see
// docs/run-folder.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/study/plan/plan.h"
#include "standfast/study/record/marker.h"

namespace standfast {

inline constexpr const char* kArtifactSchema = "standfast-artifact/2";

class RunFolder {
 public:
  explicit RunFolder(std::string path) : path_(std::move(path)) {}
  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

  std::string unit_folder(const Unit& unit) const;  // artifacts/<key> or cells/<key>
  std::string artifact(const std::string& key, const std::string& name) const;
  std::string splits_file(const Unit& unit) const;      // splits/<corpus>--<condition>--seed<seed>.json
  std::string log_file(const Unit& unit) const;         // log/<key>.txt
  std::string relative(const std::string& file) const;  // as markers list it
  // The file that is written last. It says whether the unit succeeded and lists what it wrote (marker.h).
  std::string marker(const Unit& unit) const;

  enum class State { missing, failed, damaged, done };
  struct UnitState {
    State state = State::missing;
    std::string reason;  // of a failure or damage
  };
  // A unit is done when its marker says so and its files are as the marker says.
  UnitState state(const Unit& unit, Check check = Check::sizes) const;
  // The marker of a unit that is done; otherwise a data error.
  Result<nlohmann::ordered_json> read_marker(const Unit& unit, Check check) const;
  // Refuses the unit that made an artifact unless all it wrote is as it was written.
  Status check_artifact(const std::string& key) const;

  // Ends a unit that succeeded: writes its marker, which lists `files`, relative to the folder of the run.
  Status finish(const Unit& unit, nlohmann::ordered_json marker, const std::vector<std::string>& files) const;
  // The same of a unit that failed.
  Status write_failure(const Unit& unit, const StudySpec& study, const std::string& reason) const;

  bool has_plan() const;
  Status write_plan(const std::vector<Unit>& units) const;
  Result<std::vector<Unit>> read_plan() const;

  // Temporaries that a killed process left behind. Only when nobody writes (see RunLock). Where a shared file
  // system has no locks, another host may write: what is of another host is left alone for a day.
  void remove_temporaries() const;
  // Folders of units, split files and logs that no unit of this plan owns (a changed or mended run leaves
  // them).
  void remove_orphans(const std::vector<Unit>& plan) const;

 private:
  std::string path_;
};

// The beginning of a marker of success of an artifact (a cell's: cell_file.h): schema and kind. Nothing of
// who asked for it: several conditions or models may share it.
nlohmann::ordered_json artifact_head(const Unit& unit);

// Whoever changes the folder as a whole (run) holds its lock alone; shards (work) share it. It is a lock on
// the file .lock, dropped by the system when the last process of the run ends, however it ends; child
// processes inherit it, so that a run cannot be continued while a worker of the killed one still writes.
class RunLock {
 public:
  // Waits up to three seconds for a dying run to let go; then a usage error.
  static Result<RunLock> take(const RunFolder& folder, bool exclusive);
  RunLock(RunLock&& other) noexcept;
  RunLock& operator=(RunLock&&) = delete;
  ~RunLock();

 private:
  explicit RunLock(int fd) : fd_(fd) {}
  int fd_;
};

// Where relative corpus paths of the study start: RUN/.study-folder, which says it as seen from the run.
Result<std::string> read_study_folder(const RunFolder& folder);

}  // namespace standfast
