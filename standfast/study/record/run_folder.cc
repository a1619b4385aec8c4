#include "standfast/study/record/run_folder.h"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/open_file.h"
#include "standfast/base/parse_json.h"
#include "standfast/base/paths.h"
#include "standfast/base/unique_name.h"
#include "standfast/neural/train/kept_training.h"
#include "standfast/study/record/cell_file.h"
#include "standfast/study/record/marker.h"
#include "standfast/study/unit/kinds.h"
#include "standfast/text/printable.h"

namespace standfast {
namespace {

namespace fs = std::filesystem;

bool is_of_a_unit(const fs::path& path) {
  const std::string name = path.filename().string();
  if (name.ends_with(".part") || is_training_state(name) || is_temporary_name(name)) return true;
  if (name.starts_with("features-") && name.ends_with(".bin")) return true;  // its marker comes after it
  return read_sealed(path.string() + (path.extension() == ".json" ? "" : ".json"), kScratchSchema)
      .has_value();
}

}  // namespace

void remove_scratch_files(const std::string& folder) {
  std::error_code ignored;
  if (!fs::is_directory(fs::symlink_status(folder, ignored))) return;
  std::vector<fs::path> found;
  for (fs::directory_iterator at(folder, ignored), end; !ignored && at != end; at.increment(ignored))
    if (is_of_a_unit(at->path())) found.push_back(at->path());
  for (const auto& one : found) fs::remove_all(one, ignored);
  fs::remove(folder, ignored);
}

std::string split_name(const std::string& corpus, const std::string& condition, uint64_t seed) {
  return fmt::format("{}--{}--seed{}", corpus, condition, seed);
}

namespace fs = std::filesystem;
namespace {

using Json = nlohmann::ordered_json;

const char* schema_of(const Unit& unit) {
  return unit.kind->examines() ? kRecordSchema : kArtifactSchema;
}

bool is_key(const std::string& name) {
  return name.size() == 16 && name.find_first_not_of("0123456789abcdef") == std::string::npos;
}

bool is_a_day_old(const fs::path& path) {
  std::error_code code;
  const auto written = fs::last_write_time(path, code);
  return !code && fs::file_time_type::clock::now() - written > std::chrono::hours(24);
}

// Returns whether the files of a marker can belong to this unit. A marker in the wrong folder lists the files
// of another unit.
bool are_files_of(const Unit& unit, const std::vector<UnitFile>& files) {
  const std::string own = (unit.kind->examines() ? "cells/" : "artifacts/") + unit.key + "/";
  return std::all_of(files.begin(), files.end(), [&](const UnitFile& file) {
    return file.path.starts_with(own) || file.path.starts_with("splits/") ||
           file.path == "log/" + unit.key + ".txt";
  });
}

}  // namespace

std::string RunFolder::unit_folder(const Unit& unit) const {
  return file((unit.kind->examines() ? "cells/" : "artifacts/") + unit.key);
}
std::string RunFolder::artifact(const std::string& key, const std::string& name) const {
  return file("artifacts/" + key + "/" + name);
}
std::string RunFolder::splits_file(const Unit& unit) const {
  return file(fmt::format("splits/{}.json", split_name(unit.corpus, unit.condition, unit.seed)));
}
std::string RunFolder::log_file(const Unit& unit) const {
  return file("log/" + unit.key + ".txt");
}
std::string RunFolder::marker(const Unit& unit) const {
  return unit_folder(unit) + (unit.kind->examines() ? "/record.json" : "/artifact.json");
}

std::string RunFolder::relative(const std::string& file) const {
  assert(file.starts_with(path_ + "/"));
  return file.substr(path_.size() + 1);
}

RunFolder::UnitState RunFolder::state(const Unit& unit, Check check) const {
  return marked(unit, check).found;
}

RunFolder::MarkedUnit RunFolder::marked(const Unit& unit, Check check) const {
  const auto damaged = [](std::string reason) {
    return MarkedUnit{{State::damaged, std::move(reason)}, nullptr};
  };
  const std::string path = marker(unit);
  if (!is_there(path)) return {};
  auto json = read_sealed(path, schema_of(unit));
  if (!json) return damaged(json.error().message);
  UnitState state;
  auto files = files_of(*json);
  bool own = true;
  const Status parts = take_apart(path, [&] {
    // A complete record in the wrong folder would be counted twice.
    own = !unit.kind->examines() || key_in_record(*json) == unit.score_key();
    state.state = json->at("status").get<std::string>() == "ok" ? State::done : State::failed;
    json->at("reason").get_to(state.reason);
  });
  if (!parts) return damaged(parts.error().message);
  if (!own) return damaged(path + ": is the record of another cell");
  if (!files) return damaged(fmt::format("{}: {}", path, files.error().message));
  if (!are_files_of(unit, *files)) return damaged(path + ": lists files of another unit");
  if (const auto damage = damage_of(path_, *files, check); !damage.empty())
    return damaged(fmt::format("{}: {}", path_, damage));
  return {std::move(state), std::move(*json)};
}

Result<Json> RunFolder::read_marker(const Unit& unit, Check check) const {
  auto [found, json] = marked(unit, check);
  switch (found.state) {
    case State::done:
      return std::move(json);
    case State::missing:
      return data_error(fmt::format("{}: {} is not there", path_, unit.label()));
    case State::failed:
      return data_error(fmt::format("{}: {} failed: {}", path_, unit.label(), found.reason));
    case State::damaged:
      break;
  }
  return damaged_part(found.reason, unit.label());
}

Status RunFolder::check_artifact(const std::string& key, std::string_view label) const {
  Unit unit;
  unit.kind = &splits_kind();  // all kinds of artifacts have their marker in the same place
  unit.key = key;
  const UnitState found = state(unit, Check::digests);
  if (found.state == State::done) return {};
  if (found.state == State::damaged) return damaged_part(found.reason, label);
  return data_error(found.reason.empty() ? fmt::format("{}: artifact {} is not there", path_, key)
                                         : found.reason);
}

Status RunFolder::finish(const Unit& unit, Json marker, const std::vector<std::string>& files) const {
  SF_ASSIGN(marker["files"], describe_files(path_, files));
  return write_file(this->marker(unit), sealed_text(marker));
}

Status RunFolder::write_failure(const Unit& unit, const StudySpec& study, const std::string& reason) const {
  if (state(unit, Check::digests).state == State::done) return {};
  SF_TRY(make_directories(unit_folder(unit)));
  const bool cell = unit.kind->examines();
  Json json;
  if (cell) {
    json = to_json(failed_cell_file(unit, study, reason));
    // These files come from an attempt that was killed before its record was written.
    std::error_code ignored;
    for (fs::directory_iterator file(unit_folder(unit), ignored), end; !ignored && file != end;
         file.increment(ignored))
      if (file->path().filename().string().starts_with("predictions")) fs::remove(file->path(), ignored);
    if (is_own_folder(unit_folder(unit) + "/model")) fs::remove_all(unit_folder(unit) + "/model", ignored);
  } else {
    json = artifact_head(unit);
    json["status"] = "failed";
    json["reason"] = message_line(reason);
  }
  std::vector<std::string> files;
  if (is_there(log_file(unit))) files.push_back(relative(log_file(unit)));
  return finish(unit, std::move(json), files);
}

Json artifact_head(const Unit& unit) {
  return {{"schema", kArtifactSchema}, {"kind", unit.kind->name()}, {"status", "ok"}, {"reason", ""}};
}

bool RunFolder::has_plan() const {
  return is_there(file("plan.jsonl"));
}

Status RunFolder::write_plan(const std::vector<Unit>& units) const {
  std::string lines;
  for (const auto& unit : units)
    lines += unit_to_json(unit).dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  return write_file(file("plan.jsonl"), sealed_lines(std::move(lines)));
}

Result<std::vector<Unit>> RunFolder::read_plan() const {
  std::error_code ignored;
  if (!fs::is_directory(path_, ignored)) return data_error(path_ + ": no such run folder");
  if (!has_plan())
    return data_error(fmt::format("{}: there is no plan.jsonl; is this the folder of a run?", path_));
  SF_ASSIGN(const std::string bytes, read_sealed_lines(file("plan.jsonl")));
  std::vector<Unit> units;
  for (size_t begin = 0, line = 1; begin < bytes.size(); ++line) {
    const size_t end = std::min(bytes.find('\n', begin), bytes.size());
    const auto json = json_or_discarded(std::string_view(bytes).substr(begin, end - begin));
    auto unit = json.is_object() ? unit_from_json(json) : data_error("not a JSON object");
    if (!unit) return with_context(fmt::format("{}:{}", file("plan.jsonl"), line), unit.error());
    units.push_back(std::move(*unit));
    begin = end + 1;
  }
  return units;
}

bool is_own_folder(const std::string& path) {
  std::error_code ignored;
  return fs::symlink_status(path, ignored).type() == fs::file_type::directory;
}

void RunFolder::remove_temporaries() const {
  std::error_code ignored;
  std::vector<fs::path> found;
  for (fs::recursive_directory_iterator it(path_, ignored), end; !ignored && it != end; it.increment(ignored))
    if (const std::string name = it->path().filename().string(); is_temporary_name(name)) {
      if (is_stale_temporary(name) || is_a_day_old(it->path())) found.push_back(it->path());
      it.disable_recursion_pending();
    }
  for (const auto& path : found) fs::remove_all(path, ignored);
}

void RunFolder::remove_orphans(const std::vector<Unit>& plan) const {
  std::set<std::string> artifacts, cells, splits, logs;
  for (const auto& unit : plan) {
    (unit.kind->examines() ? cells : artifacts).insert(unit.key);
    logs.insert(unit.key);
    if (unit.kind == &splits_kind()) splits.insert(fs::path(splits_file(unit)).filename().string());
  }
  std::error_code ignored;
  std::vector<fs::path> orphans;
  // A file such as "<key>.bak" belongs to the user.
  const auto look = [&](const char* where, const char* ending, const std::set<std::string>& known,
                        const auto& also) {
    if (!is_own_folder(file(where))) return;
    for (fs::directory_iterator it(file(where), ignored), end; !ignored && it != end; it.increment(ignored)) {
      const std::string key = it->path().stem().string();
      if (!is_key(key) || it->path().extension() != ending || known.contains(key)) continue;
      orphans.push_back(it->path());
      also(key);
    }
    ignored.clear();
  };
  const auto nothing_else = [](const std::string&) {};
  look("artifacts", "", artifacts, [&](const std::string& key) {
    // Its split file has a name that a user's file could also have. Only the marker shows that the file
    // belongs to the run.
    const auto marker = read_sealed(artifact(key, "artifact.json"), kArtifactSchema);
    const auto files = marker ? files_of(*marker) : std::vector<UnitFile>();
    if (!files) return;
    for (const auto& one : *files)
      if (const fs::path path(one.path);
          path.parent_path() == "splits" && !splits.contains(path.filename().string()))
        orphans.push_back(file(one.path));
  });
  look("cells", "", cells, nothing_else);
  look("log", ".txt", logs, nothing_else);
  // Scratch folders of units that no longer exist are removed, and scratch folders of units that are done.
  for (const auto& path : orphans) fs::remove_all(path, ignored);
  orphans.clear();
  artifacts.merge(cells);
  look("scratch", "", artifacts, nothing_else);
  for (const auto& path : orphans) remove_scratch_files(path.string());
}

Result<RunLock> RunLock::take(const RunFolder& folder, bool exclusive) {
  const std::string path = folder.file(".lock");
  SF_ASSIGN(const int fd, open_own_file(path, O_RDWR | O_CREAT));
  RunLock lock(fd);
  ::fcntl(fd, F_SETFD, 0);  // workers inherit the lock intentionally
  for (int attempt = 0;; ++attempt) {
    if (::flock(fd, (exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0) return lock;
    if (errno == ENOLCK || errno == ENOSYS || errno == EOPNOTSUPP) return RunLock(-1);
    if (errno != EWOULDBLOCK && errno != EINTR)
      return data_error(fmt::format("{}: cannot lock ({})", path, std::strerror(errno)));
    if (attempt == 60)
      return usage_error(fmt::format(
          "{}: another run or shard is writing this folder; wait for it or stop it", folder.path()));
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

RunLock::RunLock(RunLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
RunLock::~RunLock() {
  if (fd_ >= 0) ::close(fd_);
}

Result<std::string> read_study_folder(const RunFolder& folder) {
  SF_ASSIGN(std::string text, read_file(folder.file(".study-folder")));
  while (!text.empty() && text.back() == '\n') text.pop_back();
  const fs::path path(text);
  return path.is_absolute() ? text : (fs::path(folder.path()) / path).lexically_normal().string();
}

Result<SplitFacts> facts_of_split(const RunFolder& folder, const Unit& splits) {
  SplitFacts facts;
  if (folder.state(splits).state != RunFolder::State::done) return facts;
  SF_ASSIGN(const auto marker, folder.read_marker(splits, Check::sizes));
  SF_TRY(take_apart(folder.marker(splits), [&] { marker.at("folds").get_to(facts.folds); }));
  if (facts.folds == 0)
    return data_error(
        fmt::format("{}: says 0 folds; delete its folder and run again", folder.marker(splits)));
  return facts;
}

}  // namespace standfast
