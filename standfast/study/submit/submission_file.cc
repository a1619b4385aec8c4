#include "standfast/study/submit/submission_file.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/open_file.h"
#include "standfast/base/paths.h"
#include "standfast/base/sealed.h"
#include "standfast/study/record/marker.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr const char* kCostsSchema = "standfast-unit-costs/1";

Json json_of_options(const SubmitOptions& options) {
  Json json = {{"program", options.program}, {"partition", options.partition}, {"account", options.account},
               {"cores", options.cores},     {"at_once", options.at_once},     {"pack", options.pack},
               {"grace", options.grace},     {"requeue", options.requeue},     {"report", options.report},
               {"sbatch", options.sbatch},   {"setup", options.setup},         {"image", options.image},
               {"claim", options.claim}};
  if (options.seconds) json["seconds"] = *options.seconds;
  if (options.memory) json["memory"] = *options.memory;
  return json;
}

SubmitOptions options_of_json(const Json& json) {
  SubmitOptions options;
  json.at("program").get_to(options.program);
  json.at("partition").get_to(options.partition);
  json.at("account").get_to(options.account);
  json.at("cores").get_to(options.cores);
  json.at("at_once").get_to(options.at_once);
  json.at("pack").get_to(options.pack);
  json.at("grace").get_to(options.grace);
  json.at("requeue").get_to(options.requeue);
  json.at("report").get_to(options.report);
  json.at("sbatch").get_to(options.sbatch);
  json.at("setup").get_to(options.setup);
  json.at("image").get_to(options.image);
  json.at("claim").get_to(options.claim);
  if (json.contains("seconds")) options.seconds = json.at("seconds").get<double>();
  if (json.contains("memory")) options.memory = json.at("memory").get<uint64_t>();
  return options;
}

}  // namespace

Status write_submission(const RunFolder& folder, const Submission& submission) {
  Json json = {{"schema", kSubmissionSchema}, {"number", submission.number},
               {"system", submission.system}, {"version", submission.version},
               {"sent", submission.sent},     {"options", json_of_options(submission.options)},
               {"arrays", Json::array()}};
  for (const auto& array : submission.arrays)
    json["arrays"].push_back({{"name", array.name},
                              {"queue_name", array.queue_name},
                              {"id", array.id},
                              {"job", array.job},
                              {"first", array.first},
                              {"count", array.count},
                              {"shares", array.shares},
                              {"memory", array.memory},
                              {"seconds", array.seconds}});
  return write_file(folder.file(submission.folder() + "/submission.json"), sealed_text(json));
}

Result<Submission> read_submission(const std::string& path) {
  SF_ASSIGN(const Json json, read_sealed(path, kSubmissionSchema));
  Submission submission;
  SF_TRY(take_apart(path, [&] {
    json.at("number").get_to(submission.number);
    json.at("system").get_to(submission.system);
    json.at("version").get_to(submission.version);
    json.at("sent").get_to(submission.sent);
    submission.options = options_of_json(json.at("options"));
    for (const auto& one : json.at("arrays")) {
      SentArray& array = submission.arrays.emplace_back();
      one.at("name").get_to(array.name);
      one.at("queue_name").get_to(array.queue_name);
      one.at("id").get_to(array.id);
      one.at("job").get_to(array.job);
      one.at("first").get_to(array.first);
      one.at("count").get_to(array.count);
      one.at("shares").get_to(array.shares);
      one.at("memory").get_to(array.memory);
      one.at("seconds").get_to(array.seconds);
    }
  }));
  return submission;
}

Result<std::vector<Submission>> read_submissions(const RunFolder& folder) {
  std::vector<uint64_t> numbers;
  std::error_code ignored;
  for (fs::directory_iterator it(folder.file("submit"), ignored), end; !ignored && it != end;
       it.increment(ignored)) {
    const std::string name = it->path().filename().string();
    uint64_t number = 0;
    const auto read = std::from_chars(name.data(), name.data() + name.size(), number);
    if (read.ec == std::errc() && read.ptr == name.data() + name.size() &&
        is_there(it->path().string() + "/submission.json"))
      numbers.push_back(number);
  }
  std::ranges::sort(numbers);
  std::vector<Submission> submissions;
  for (const uint64_t number : numbers) {
    SF_ASSIGN(Submission one, read_submission(folder.file(fmt::format("submit/{}/submission.json", number))));
    submissions.push_back(std::move(one));
  }
  return submissions;
}

Status write_unit_costs(const RunFolder& folder, const UnitCosts& costs) {
  SF_TRY(make_directories(folder.file("submit")));
  Json json = {{"schema", kCostsSchema}, {"costs", costs.to_json()}};
  return write_file(folder.file("submit/costs.json"), sealed_text(json));
}

bool has_unit_costs(const RunFolder& folder) {
  return is_there(folder.file("submit/costs.json"));
}

Result<UnitCosts> read_unit_costs(const RunFolder& folder) {
  const std::string path = folder.file("submit/costs.json");
  SF_ASSIGN(const Json json, read_sealed(path, kCostsSchema));
  UnitCosts costs;
  SF_TRY(take_apart(path, [&] { costs = UnitCosts::from_json(json.at("costs")); }));
  return costs;
}

Result<SubmitLock> SubmitLock::take(const RunFolder& folder) {
  SF_TRY(make_directories(folder.file("submit")));
  const std::string path = folder.file("submit/.lock");
  SF_ASSIGN(const int fd, open_own_file(path, O_RDWR | O_CREAT | O_CLOEXEC));
  SubmitLock lock(fd);
  for (int tenths = 0;; ++tenths) {
    if (::flock(fd, LOCK_EX | LOCK_NB) == 0) return lock;
    // The file system has no locks.
    if (errno == ENOLCK || errno == ENOSYS || errno == EOPNOTSUPP) return lock;
    if (errno != EWOULDBLOCK && errno != EINTR)
      return data_error(fmt::format("{}: cannot lock ({})", path, std::strerror(errno)));
    if (tenths == 300)
      return usage_error(
          fmt::format("{}: this run is being submitted by another process; wait for it", folder.path()));
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}

SubmitLock::SubmitLock(SubmitLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
SubmitLock::~SubmitLock() {
  if (fd_ >= 0) ::close(fd_);
}

}  // namespace standfast
