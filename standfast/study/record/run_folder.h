// Folder of a run: the places of its files, the state of its units, and the writing of files (see
// docs/run-folder.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/study/plan/plan.h"
#include "standfast/study/record/record_file.h"

namespace standfast {

inline constexpr const char* kArtifactSchema = "standfast-artifact/2";

// Returns whether the path is a folder and not a link: nothing is removed through links of a user.
bool is_own_folder(const std::string& path);

class RunFolder {
 public:
  explicit RunFolder(std::string path) : path_(std::move(path)) {}
  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

  std::string unit_folder(const Unit& unit) const;  // artifacts/<key> or cells/<key>
  std::string artifact(const std::string& key, const std::string& name) const;
  std::string splits_file(const Unit& unit) const;      // splits/<corpus>--<condition>--seed<seed>.json
  std::string log_file(const Unit& unit) const;         // log/<key>.txt
  std::string relative(const std::string& file) const;  // the form in which markers list it
  // Returns the path of the unit's marker, the file that is written last. It records whether the unit
  // succeeded and lists the files that it wrote (marker.h).
  std::string marker(const Unit& unit) const;

  enum class State { missing, failed, damaged, done };
  struct UnitState {
    State state = State::missing;
    std::string reason;  // reason of the failure or the damage
  };
  // Returns the state of a unit. It is done if its marker says so and its files are as the marker describes
  // them.
  UnitState state(const Unit& unit, Check check = Check::sizes) const;
  // Returns the state with the marker, which is read once; null for a unit that is missing or damaged.
  struct MarkedUnit {
    UnitState found;
    nlohmann::ordered_json marker;
  };
  MarkedUnit marked(const Unit& unit, Check check) const;
  // Returns the marker of a unit that is done; else a data error.
  Result<nlohmann::ordered_json> read_marker(const Unit& unit, Check check) const;
  // Checks that the unit that made this artifact is done and that all its files are as they were written.
  // label: of that unit, for the message.
  Status check_artifact(const std::string& key, std::string_view label = {}) const;

  // Reads the record that a unit wrote into one of its files, checked as above.
  template <class Record>
  Result<Record> read_artifact(const Unit& unit, const char* name, const FieldTable<Record>& fields) const {
    SF_TRY(check_artifact(unit.key, unit.label()));
    return read_record(fields, artifact(unit.key, name));
  }

  // Ends a unit that succeeded: writes its marker, which lists `files` (relative to the folder of the run).
  Status finish(const Unit& unit, nlohmann::ordered_json marker, const std::vector<std::string>& files) const;
  // Ends a unit that failed. If another process has done it meanwhile, it stays done.
  Status write_failure(const Unit& unit, const StudySpec& study, const std::string& reason) const;

  bool has_plan() const;
  Status write_plan(const std::vector<Unit>& units) const;
  Result<std::vector<Unit>> read_plan() const;

  // Removes temporary files that a killed process of this host left behind. Where locks do not work, another
  // process may be writing: the files of a living process stay, and so do the files of another host, until
  // they are a day old.
  void remove_temporaries() const;
  // Removes folders of units, split files and logs that no unit of this plan owns (a changed or repaired run
  // leaves them). Files without the name of a unit stay, and so do files behind a link.
  void remove_orphans(const std::vector<Unit>& plan) const;

 private:
  std::string path_;
};

// Returns the beginning of the success marker of an artifact (for a cell: cell_file.h): schema and kind. It
// does not name the condition or model that asked for the artifact, because several may share it.
nlohmann::ordered_json artifact_head(const Unit& unit);

// The lock of a run folder. A process that changes the folder as a whole (run) holds it alone; shards (work)
// share it. It is a lock on the file .lock. The system drops it when the last process of the run ends, in any
// way. Child processes inherit it, so a run cannot be continued while a worker of a killed run still writes.
//
// Some shared file systems have no locks. There the folder is written without a lock: every file is a
// function of the study and appears whole, and a unit that one process has done stays done even if it fails
// elsewhere.
class RunLock {
 public:
  // Waits up to three seconds for a dying run to release the lock; then a usage error.
  static Result<RunLock> take(const RunFolder& folder, bool exclusive);
  bool held() const { return fd_ >= 0; }  // false: the file system has no locks
  RunLock(RunLock&& other) noexcept;
  RunLock& operator=(RunLock&&) = delete;
  ~RunLock();

 private:
  explicit RunLock(int fd) : fd_(fd) {}
  int fd_;
};

// Reads the folder where relative corpus paths of the study start. RUN/.study-folder holds it, relative to
// the run.
Result<std::string> read_study_folder(const RunFolder& folder);

// Returns the name of the files and folders of a split, "<corpus>--<condition>--seed<seed>": in RUN/splits,
// in the output of `pairs --run` and in a folder of predictions. condition: of the study, without a side.
std::string split_name(const std::string& corpus, const std::string& condition, uint64_t seed);

// The schema of the markers in RUN/scratch/<key>/, where units keep files while they are being done: NAME
// with its marker NAME.json, parts (base/checkpoint_file.h) and states of training
// (neural/train/kept_training.h), which guard themselves.
inline constexpr const char* kScratchSchema = "standfast-scratch/1";  // schema of a marker

// Removes these files from a folder, and the folder if it is then empty; files of the user stay. A link to a
// folder is not followed.
void remove_scratch_files(const std::string& folder);

// Returns the facts of a finished splits unit for the plan: the number of folds that it has drawn, 0 if it
// failed. A data error if its marker reports success but no folds.
Result<SplitFacts> facts_of_split(const RunFolder& folder, const Unit& splits);

}  // namespace standfast
