#include "standfast/study/run_folder.h"

#include <cctype>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <set>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/printable.h"

namespace standfast {
namespace fs = std::filesystem;
namespace {

using Json = nlohmann::ordered_json;

// "plan.jsonl.tmp123": what OutputFile makes.
bool is_temporary(const std::string& name) {
  const auto dot = name.rfind(".tmp");
  if (dot == std::string::npos || dot + 4 == name.size()) return false;
  for (size_t i = dot + 4; i < name.size(); ++i)
    if (std::isdigit(static_cast<unsigned char>(name[i])) == 0) return false;
  return true;
}

bool is_key(const std::string& name) {
  return name.size() == 16 && name.find_first_not_of("0123456789abcdef") == std::string::npos;
}

}  // namespace

std::string RunFolder::unit_folder(const Unit& unit) const {
  return file((unit.kind == UnitKind::cell ? "cells/" : "artifacts/") + unit.key);
}
std::string RunFolder::artifact(const std::string& key, const std::string& name) const {
  return file("artifacts/" + key + "/" + name);
}
std::string RunFolder::splits_file(const Unit& unit) const {
  return file(fmt::format("splits/{}--{}--seed{}.json", unit.corpus, unit.condition, unit.seed));
}
std::string RunFolder::log_file(const Unit& unit) const {
  return file("log/" + unit.key + ".txt");
}
std::string RunFolder::marker(const Unit& unit) const {
  return unit_folder(unit) + (unit.kind == UnitKind::cell ? "/record.json" : "/artifact.json");
}

RunFolder::UnitState RunFolder::state(const Unit& unit) const {
  if (unit.kind == UnitKind::cell) {
    if (!fs::exists(marker(unit))) return {};
    const auto bytes = read_file(marker(unit));
    const auto json = bytes ? Json::parse(*bytes, nullptr, false) : Json();
    if (!json.is_object()) return {State::missing, ""};
    if (json.value("status", "") == "ok") return {State::done, ""};
    return {State::failed, json.value("reason", "")};
  }
  if (fs::exists(marker(unit))) return {State::done, ""};
  const std::string failed = unit_folder(unit) + "/failed.json";
  if (!fs::exists(failed)) return {};
  const auto bytes = read_file(failed);
  const auto json = bytes ? Json::parse(*bytes, nullptr, false) : Json();
  return {State::failed, json.is_object() ? json.value("reason", "") : ""};
}

Status RunFolder::write_failure(const Unit& unit, const StudySpec& study, const std::string& reason) const {
  SF_TRY(make_directories(unit_folder(unit)));
  Json json;
  if (unit.kind != UnitKind::cell) {
    json["schema"] = "standfast-failure/1";
    json["label"] = unit.label();
    json["reason"] = message_line(reason);
    return write_file(unit_folder(unit) + "/failed.json", json.dump(1) + "\n");
  }
  json = record_head(unit, study);
  json["status"] = "failed";
  json["reason"] = message_line(reason);
  json["profile"] = study.profile;
  json["scores"] = Json::array();
  json["facts"] = Json::object();
  std::error_code ignored;
  fs::remove(unit_folder(unit) + "/predictions.jsonl.gz",
             ignored);  // of an attempt that was killed before its record
  return write_file(marker(unit), json.dump(1) + "\n");
}

Json record_head(const Unit& cell, const StudySpec& study) {
  Json json;
  json["schema"] = "standfast-record/1";
  json["key"] = {{"task", study.task},  {"corpus", cell.corpus}, {"condition", cell.condition},
                 {"model", cell.model}, {"seed", cell.seed},     {"fold", cell.fold}};
  return json;
}

std::string file_text(const Json& json) {
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

bool RunFolder::has_plan() const {
  return fs::exists(file("plan.jsonl"));
}

Status RunFolder::write_plan(const std::vector<Unit>& units) const {
  std::string lines;
  for (const auto& unit : units) lines += unit_to_json(unit).dump() + "\n";
  return write_file(file("plan.jsonl"), lines);
}

Result<std::vector<Unit>> RunFolder::read_plan() const {
  std::error_code ignored;
  if (!fs::is_directory(path_, ignored)) return data_error(path_ + ": no such run folder");
  if (!has_plan())
    return data_error(fmt::format("{}: there is no plan.jsonl; is this the folder of a run?", path_));
  SF_ASSIGN(const std::string bytes, read_file(file("plan.jsonl")));
  std::vector<Unit> units;
  for (size_t begin = 0, line = 1; begin < bytes.size(); ++line) {
    const size_t end = std::min(bytes.find('\n', begin), bytes.size());
    const auto json = Json::parse(bytes.begin() + static_cast<ptrdiff_t>(begin),
                                  bytes.begin() + static_cast<ptrdiff_t>(end), nullptr, false);
    auto unit = json.is_object() ? unit_from_json(json) : data_error("not a JSON object");
    if (!unit) return with_context(fmt::format("{}:{}", file("plan.jsonl"), line), unit.error());
    units.push_back(std::move(*unit));
    begin = end + 1;
  }
  return units;
}

void RunFolder::remove_temporaries() const {
  std::error_code ignored;
  std::vector<fs::path> found;
  for (fs::recursive_directory_iterator it(path_, ignored), end; !ignored && it != end; it.increment(ignored))
    if (is_temporary(it->path().filename().string())) found.push_back(it->path());
  for (const auto& path : found) fs::remove(path, ignored);
}

void RunFolder::remove_orphans(const std::vector<Unit>& plan) const {
  std::set<std::string> artifacts, cells, splits, logs;
  for (const auto& unit : plan) {
    (unit.kind == UnitKind::cell ? cells : artifacts).insert(unit.key);
    logs.insert(unit.key);
    if (unit.kind == UnitKind::splits) splits.insert(fs::path(splits_file(unit)).filename().string());
  }
  std::error_code ignored;
  // A process killed between success and clean-up leaves the note of an earlier failure.
  for (const auto& unit : plan)
    if (unit.kind != UnitKind::cell && fs::exists(marker(unit), ignored))
      fs::remove(unit_folder(unit) + "/failed.json", ignored);
  std::vector<fs::path> orphans;
  const auto look = [&](const char* where, const auto& is_orphan) {
    for (fs::directory_iterator it(file(where), ignored), end; !ignored && it != end; it.increment(ignored))
      if (is_orphan(it->path())) orphans.push_back(it->path());
    ignored.clear();
  };
  const auto key_not_in = [](const std::set<std::string>& known) {
    return [&known](const fs::path& p) {
      return is_key(p.stem().string()) && !known.contains(p.stem().string());
    };
  };
  look("artifacts", key_not_in(artifacts));
  look("cells", key_not_in(cells));
  look("log", key_not_in(logs));
  look("splits", [&](const fs::path& p) {
    return p.extension() == ".json" && !splits.contains(p.filename().string());
  });
  for (const auto& path : orphans) fs::remove_all(path, ignored);
}

Result<RunLock> RunLock::take(const RunFolder& folder, bool exclusive) {
  const std::string path = folder.file(".lock");
  // No O_CLOEXEC: workers inherit the lock on purpose.
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT, 0644);
  if (fd < 0) return data_error(fmt::format("{}: cannot open ({})", path, std::strerror(errno)));
  RunLock lock(fd);
  for (int attempt = 0;; ++attempt) {
    if (::flock(fd, (exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0) return lock;
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

}  // namespace standfast
