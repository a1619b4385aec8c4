// The folder of a run: where its files are, when a unit counts as done, how files are written (see
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

// Whether a folder is there and no link: nothing is removed through links of a user.
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
  // The file of a unit that is written last. It says whether the unit succeeded and lists what it wrote
  // (marker.h).
  std::string marker(const Unit& unit) const;

  enum class State { missing, failed, damaged, done };
  struct UnitState {
    State state = State::missing;
    std::string reason;  // why it failed or what is damaged
  };
  // A unit is done if its marker says so and its files are as the marker says.
  UnitState state(const Unit& unit, Check check = Check::sizes) const;
  // The same, and the marker, which is read once; null for a unit that is missing or damaged.
  struct MarkedUnit {
    UnitState found;
    nlohmann::ordered_json marker;
  };
  MarkedUnit marked(const Unit& unit, Check check) const;
  // The marker of a unit that is done; else a data error.
  Result<nlohmann::ordered_json> read_marker(const Unit& unit, Check check) const;
  // An error unless the unit that made this artifact is done and all its files are as they were written.
  // label: of that unit, for the message.
  Status check_artifact(const std::string& key, std::string_view label = {}) const;

  // The record that a unit wrote into one of its files, checked as above.
  template <class Record>
  Result<Record> read_artifact(const Unit& unit, const char* name, const FieldTable<Record>& fields) const {
    SF_TRY(check_artifact(unit.key, unit.label()));
    return read_record(fields, artifact(unit.key, name));
  }

  // Ends a unit that succeeded: writes its marker, which lists `files` (relative to the folder of the run).
  Status finish(const Unit& unit, nlohmann::ordered_json marker, const std::vector<std::string>& files) const;
  // The same for a unit that failed. If another process has done it meanwhile, it stays done.
  Status write_failure(const Unit& unit, const StudySpec& study, const std::string& reason) const;

  bool has_plan() const;
  Status write_plan(const std::vector<Unit>& units) const;
  Result<std::vector<Unit>> read_plan() const;

  // Removes temporary files that a killed process of this host left behind. Where locks do not work another process may
  // be writing: what belongs to one that lives stays, and so does what is of another host, until it is a day old.
  void remove_temporaries() const;
  // Removes folders of units, split files and logs that no unit of this plan owns (a changed or repaired run
  // leaves them). What has no name of a unit stays, and so does what lies behind a link.
  void remove_orphans(const std::vector<Unit>& plan) const;

 private:
  std::string path_;
};

// The beginning of the success marker of an artifact (for a cell: cell_file.h): schema and kind. It says
// nothing about who asked for the artifact, because several conditions or models may share it.
nlohmann::ordered_json artifact_head(const Unit& unit);

// The lock of a run folder. A process that changes the folder as a whole (run) holds it alone; shards (work)
// share it. It is a lock on the file .lock. The system drops it when the last process of the run ends, in any
// way. Child processes inherit it, so a run cannot be continued while a worker of a killed run still writes.
//
// Some shared file systems have no locks. There the folder is written without one: every file is a function of the study
// and appears whole, and a unit that one process has done stays done whatever becomes of it elsewhere.
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

// Where relative corpus paths of the study start. RUN/.study-folder holds it, relative to the run.
Result<std::string> read_study_folder(const RunFolder& folder);

// How files and folders of a split are called: in RUN/splits, in what `pairs --run` writes and in a folder of predictions.

// "<corpus>--<condition>--seed<seed>"; the condition of the study, without a side.
std::string split_name(const std::string& corpus, const std::string& condition, uint64_t seed);

// The files that units keep in RUN/scratch/<key>/ while they are being done: NAME with its marker NAME.json, parts
// (base/checkpoint_file.h) and states of training (neural/train/kept_training.h), which guard themselves.
inline constexpr const char* kScratchSchema = "standfast-scratch/1";  // of a marker

// Removes these files from a folder, and the folder if it is then empty; files of the user stay. A link to a
// folder is not followed.
void remove_scratch_files(const std::string& folder);

}  // namespace standfast
