#include "standfast/study/submit/queue.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/child_program.h"
#include "standfast/base/in_words.h"
#include "standfast/base/json.h"
#include "standfast/base/memory.h"
#include "standfast/base/paths.h"
#include "standfast/study/executor/shard.h"
#include "standfast/study/submit/slurm.h"

namespace standfast {
namespace {

using State = RunFolder::State;

constexpr size_t kMostNamed = 8;  // nodes and reasons in a line

std::string log_path(const RunFolder& folder, const Submission& submission, const SentArray& array,
                     uint64_t task) {
  return folder.file(fmt::format("{}/log/{}-{}.txt", submission.folder(), array.name, task));
}

// Returns the output of the last start of a task, where Slurm and the program state why it ended; "" if there
// is none. A task that went back to the queue begins again in the same file.
std::string end_of_log(const std::string& path, const std::string& name) {
  constexpr size_t kEnd = 4096;
  if (!is_file(path)) return "";
  auto text = read_file(path);
  if (!text) return "";
  if (const size_t begin = text->rfind(name + ": share "); begin != std::string::npos) text->erase(0, begin);
  return text->size() <= kEnd ? *text : text->substr(text->size() - kEnd);
}

std::string advice(TaskEnd end, const SentArray& array, const RunFolder& folder) {
  const std::string again = fmt::format("standfast submit {} --missing", folder.path());
  if (end == TaskEnd::memory)
    return fmt::format("it had {}; give more: {} --mem {}M", shown_bytes(array.memory), again,
                       (2 * array.memory) >> 20);
  if (end == TaskEnd::time && array.seconds > 0)
    return fmt::format("it had {}; give more: {} --time {:.0f}m", shown_duration(array.seconds), again,
                       2 * array.seconds / 60);
  return "again: " + again;
}

// Tasks that ended in the same way, of one array.
struct Ended {
  uint64_t tasks = 0, first = 0;
  std::string node, last;
};

std::vector<std::string> some_of(const std::set<std::string>& all) {
  std::vector<std::string> some(all.begin(), all.end());
  if (some.size() > kMostNamed) {
    some.resize(kMostNamed);
    some.emplace_back("...");
  }
  return some;
}

// Returns the error message in the log of a job that does no units, such as "check", or the last line of the
// log if the job was cancelled; "" if there is neither.
std::string word_of(const RunFolder& folder, const Submission& submission, std::string_view name) {
  for (const auto& array : submission.arrays) {
    if (array.name != name) continue;
    const std::string log = end_of_log(log_path(folder, submission, array, 1), array.name);
    const size_t at = log.rfind("standfast: ");
    if (at != std::string::npos) return last_line(log.substr(at, log.find('\n', at) - at));
    if (why_ended("", log) == TaskEnd::cancelled) return last_line(log);
  }
  return "";
}

}  // namespace

const QueuedTask* QueueNow::find(const std::string& key) const {
  const auto at = sent.find(key);
  if (at == sent.end()) return nullptr;
  const auto found = tasks.find({array(at->second).id, at->second.task});
  return found == tasks.end() ? nullptr : &found->second;
}

std::set<std::string> QueueNow::ids() const {
  std::set<std::string> ids;
  for (const auto& [place, task] : tasks) ids.insert(place.first);
  return ids;
}

Result<QueueNow> look_at_queue(const RunFolder& folder) {
  QueueNow now;
  SF_ASSIGN(now.submissions, read_submissions(folder));
  std::vector<std::string> names;
  std::map<std::string, std::string> name_of;  // by id
  for (size_t s = 0; s < now.submissions.size(); ++s) {
    const Submission& submission = now.submissions[s];
    std::map<std::string, std::vector<ShareOfUnits>> shares;  // by job
    for (size_t a = 0; a < submission.arrays.size(); ++a) {
      const SentArray& array = submission.arrays[a];
      if (array.id.empty()) continue;
      names.push_back(array.queue_name);
      name_of[array.id] = array.queue_name;
      if (array.job.empty()) continue;
      auto& of_job = shares[array.job];
      if (of_job.empty()) {
        SF_ASSIGN(of_job,
                  read_shares(folder.file(fmt::format("{}/{}.shares", submission.folder(), array.job))));
      }
      for (uint64_t i = 0; i < array.count && array.first + i < of_job.size(); ++i)
        for (const auto& key : of_job[array.first + i]) now.sent[key] = {s, a, i + 1};
    }
  }
  if (names.empty()) return now;
  SF_TRY(slurm_is_here(fmt::format("standfast status {}", folder.path())));
  SF_ASSIGN(const auto tasks, squeue(names));
  for (const auto& task : tasks) {
    // A cluster whose job ids start again from 1 gives the ids of our jobs to others.
    const auto ours = name_of.find(task.job);
    if (task.is_over() || ours == name_of.end() || ours->second != task.name) continue;
    now.tasks[{task.job, task.task.value_or(1)}] = task;
  }
  return now;
}

QueueStatus read_queue_status(const RunFolder& folder) {
  QueueStatus status;
  if (!is_folder(folder.file("submit"))) return status;
  const auto submissions = read_submissions(folder);
  if (submissions && std::ranges::none_of(*submissions, [](const Submission& one) {
        return std::ranges::any_of(one.arrays, [](const SentArray& array) { return !array.id.empty(); });
      }))
    return status;
  status.submitted = true;
  const auto now = look_at_queue(folder);
  if (!now) {
    status.unknown = now.error().message;
    return status;
  }
  std::set<std::string> nodes, reasons;
  for (const auto& [place, task] : now->tasks) {
    ++(task.waits() ? status.waiting : status.running);
    (task.waits() ? reasons : nodes).insert(task.waits() ? task.reason : task.node);
  }
  status.nodes = some_of(nodes);
  status.reasons = some_of(reasons);

  const auto plan = folder.read_plan();
  if (!plan) return status;
  std::set<std::pair<size_t, size_t>> seen_arrays;
  // By task: whether one of its units was begun.
  std::map<std::tuple<size_t, size_t, uint64_t>, bool> unfinished;
  uint64_t short_of_memory = 0;
  for (const auto& unit : *plan) {
    const auto at = now->sent.find(unit.key);
    if (at == now->sent.end()) continue;
    const auto state = folder.state(unit);
    if (state.state == State::failed && state.reason.find("lack of memory") != std::string::npos)
      ++short_of_memory;
    if (state.state != State::missing) continue;
    const bool begun = is_folder(folder.file("scratch/" + unit.key));
    if (now->find(unit.key) != nullptr) continue;
    status.begun += begun;
    unfinished[{at->second.submission, at->second.array, at->second.task}] |= begun;
  }
  std::vector<std::string> ids;
  for (const auto& [task, begun] : unfinished) {
    const auto& [s, a, number] = task;
    if (seen_arrays.emplace(s, a).second) ids.push_back(now->submissions[s].arrays[a].id);
  }
  std::map<std::pair<std::string, uint64_t>, EndedTask> accounts;
  for (auto& one : sacct(ids)) accounts[{one.job, one.task}] = one;
  std::map<std::tuple<size_t, size_t, TaskEnd>, Ended> ends;
  std::set<size_t> without_tasks;
  for (const auto& [task, begun] : unfinished) {
    const auto& [s, a, number] = task;
    const SentArray& array = now->submissions[s].arrays[a];
    const auto account = accounts.find({array.id, number});
    const std::string state = account == accounts.end() ? "" : account->second.state;
    const std::string log = end_of_log(log_path(folder, now->submissions[s], array, number), array.name);
    const TaskEnd end = why_ended(state, log);
    if (end == TaskEnd::never_began) without_tasks.insert(s);
    Ended& ended = ends[{s, a, end}];
    if (++ended.tasks > 1) continue;
    ended.first = number;
    ended.last = last_line(log);
    if (account != accounts.end()) ended.node = account->second.node;
  }
  for (const size_t s : without_tasks)
    if (const std::string word = word_of(folder, now->submissions[s], "check"); !word.empty())
      status.troubles.push_back("the check from a node, for which all jobs waited: " + word);
  for (const auto& [key, ended] : ends) {
    const auto& [s, a, end] = key;
    const SentArray& array = now->submissions[s].arrays[a];
    std::string text = ended.tasks == 1 ? fmt::format("task {} of {}", ended.first, array.name)
                                        : fmt::format("{} tasks of {}", ended.tasks, array.name);
    text += fmt::format(" ({}job {}_{}{}): {}", ended.tasks == 1 ? "" : "the first: ", array.id, ended.first,
                        ended.node.empty() ? "" : ", " + ended.node, in_words(end));
    if (!ended.last.empty()) text += fmt::format(" (last line of its log: {})", ended.last);
    status.troubles.push_back(text + "; " + advice(end, array, folder));
  }
  if (short_of_memory > 0)
    status.troubles.push_back(fmt::format(
        "{} of the failed units were killed, perhaps for lack of memory: standfast submit {} --missing "
        "--mem gives them more",
        short_of_memory, folder.path()));
  if (status.running + status.waiting == 0)
    for (const auto& submission : now->submissions)
      if (const std::string word = word_of(folder, submission, "submit");
          !word.empty() && &submission == &now->submissions.back())
        status.troubles.push_back("the rest was not submitted from a node: " + word);
  return status;
}

nlohmann::ordered_json queue_to_json(const QueueStatus& status) {
  nlohmann::ordered_json json = {{"running", status.running}, {"waiting", status.waiting},
                                 {"nodes", status.nodes},     {"reasons", status.reasons},
                                 {"begun", status.begun},     {"troubles", status.troubles}};
  if (!status.unknown.empty()) json["unknown"] = status.unknown;
  return json;
}

std::string queue_text(const QueueStatus& status) {
  if (!status.submitted) return "";
  if (!status.unknown.empty()) return fmt::format("{:<14} unknown: {}\n", "queue", status.unknown);
  std::string text = fmt::format("{:<14} ", "queue");
  if (status.running + status.waiting == 0) {
    text += "empty\n";
  } else {
    text += fmt::format("{} running", status.running);
    if (!status.nodes.empty()) text += fmt::format(" ({})", fmt::join(status.nodes, ", "));
    text += fmt::format(", {} waiting", status.waiting);
    if (!status.reasons.empty()) text += fmt::format(" ({})", fmt::join(status.reasons, ", "));
    text += "\n";
  }
  if (status.begun > 0)
    text += fmt::format(
        "{:<14} {} of the missing units were stopped in the middle, and will continue from there\n",
        "continues", status.begun);
  for (const auto& trouble : status.troubles) text += "ended: " + trouble + "\n";
  return text;
}

}  // namespace standfast
