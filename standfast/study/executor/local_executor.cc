#include "standfast/study/executor/local_executor.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <optional>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "standfast/base/json.h"
#include "standfast/study/executor/json_lines.h"

namespace standfast {
namespace {

// So many in a row have no chance: memory is short, or somebody kills every worker.
constexpr int kMostKilledAtStart = 3;

std::string death_of(int status) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    const char* name = ::sigabbrev_np(signal);
    return fmt::format("killed by signal {} (SIG{}{})", signal, name != nullptr ? name : "?",
                       signal == SIGKILL ? ": by hand, or for lack of memory" : "");
  }
  return fmt::format("the worker ended with exit code {}", WEXITSTATUS(status));
}

// Kills a worker and everything it has started. It also kills the worker alone, because its group may not
// exist yet.
void kill_group(pid_t worker) {
  ::kill(-worker, SIGKILL);
  ::kill(worker, SIGKILL);
}

}  // namespace

struct LocalExecutor::Worker {
  pid_t pid = -1;
  int fd = -1;
  std::string buffer;
  bool ready = false;
  std::optional<Unit> unit;     // that it is doing
  int share = 0;                // processors that it was told to use
  std::vector<size_t> devices;  // places of those that the unit has

  ~Worker() {
    if (fd >= 0) ::close(fd);
    if (pid > 0) {
      kill_group(pid);
      int status = 0;
      while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
      }
    }
  }
  // How it died, with its status of waitpid. Call it after the socket has closed.
  std::string death(int& status) {
    // A worker that closed its end but is still alive is of no use.
    pid_t gone = 0;
    for (int i = 0; i < 100 && (gone = ::waitpid(pid, &status, WNOHANG)) == 0; ++i) ::usleep(10000);
    if (gone == 0) {
      kill_group(pid);
      while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
      }
    } else {
      ::kill(-pid, SIGKILL);  // what it has started; its own process id may be reused by now
    }
    pid = -1;
    return death_of(status);
  }
};

LocalExecutor::LocalExecutor(LocalOptions options)
    : options_(std::move(options)), slots_(options_.common.devices) {
  options_.all.devices = slots_.free();
}
LocalExecutor::~LocalExecutor() {
  stop_workers();
}

void LocalExecutor::stop_workers() {
  for (auto& worker : workers_) kill_group(worker->pid);
  workers_.clear();
}

bool LocalExecutor::is_interrupted() const {
  return options_.common.interrupted && options_.common.interrupted();
}

// What ends within the grace is recorded as always.
Status LocalExecutor::stop_gently(UnitQueue& queue) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(options_.common.grace);
  for (const auto& worker : workers_)
    if (worker->unit) ::kill(worker->pid, SIGTERM);
  while (busy() > 0 && Clock::now() < end) {
    std::vector<pollfd> polls;
    for (const auto& worker : workers_) polls.push_back({worker->fd, POLLIN, 0});
    if (::poll(polls.data(), polls.size(), 100) <= 0) continue;
    for (size_t w = polls.size(); w-- > 0;)
      if (polls[w].revents != 0) SF_TRY(hear(w, queue));
  }
  return {};
}

Status LocalExecutor::start_worker() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return missing_error(fmt::format("cannot make a socket for a worker ({})", std::strerror(errno)));
  std::vector<char*> arguments;
  for (const auto& word : options_.command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid < 0) {
    refused_ = errno;
    ::close(ends[0]);
    ::close(ends[1]);
    return {};
  }
  if (pid == 0) {
    // Only calls that are safe after a fork. The worker gets its own process group, so that it can be killed
    // with everything it started. Programs of models are handled elsewhere (base/child_program.h). The parent
    // reacts to Ctrl-C of the terminal.
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(127);
    ::signal(SIGINT, SIG_IGN);
    ::dup2(ends[1], 0);
    ::dup2(ends[1], 1);
    ::execv(arguments[0], arguments.data());
    ::_exit(127);
  }
  ::close(ends[1]);
  auto worker = std::make_unique<Worker>();
  worker->pid = pid;
  worker->fd = ends[0];
  workers_.push_back(std::move(worker));
  return {};
}

size_t LocalExecutor::busy() const {
  return static_cast<size_t>(
      std::count_if(workers_.begin(), workers_.end(), [](const auto& w) { return w->unit.has_value(); }));
}

Resources LocalExecutor::free() const {
  Resources free = options_.all;
  for (const auto& worker : workers_) {
    if (!worker->unit) continue;
    free.cores -= worker->unit->resources.cores;
    free.memory -= std::min(free.memory, worker->unit->resources.memory);
  }
  free.devices = slots_.free();
  // The user may ask for more workers than processors: each has at least one.
  free.cores = std::max(free.cores, 1);
  return free;
}

// Workers that are still starting count as if they will take the units that are ready.
Status LocalExecutor::give_work(UnitQueue& queue) {
  for (auto& worker : workers_) {
    if (worker->unit || !worker->ready) continue;
    worker->unit = queue.take(free());
    if (!worker->unit) break;
    worker->share = 0;
    // If the worker is gone this fails. Then poll reports it, and the unit is reported with the way the
    // worker died.
    worker->devices = slots_.take(worker->unit->resources.devices);
    send_line(worker->fd, {{"threads", options_.all.cores},
                           {"devices", slots_.names_of(worker->devices)},
                           {"unit", unit_to_json(*worker->unit)}});
  }
  const auto starting = static_cast<size_t>(
      std::count_if(workers_.begin(), workers_.end(), [](const auto& w) { return !w->ready; }));
  const size_t idle = workers_.size() - busy() - starting;
  // If a unit is ready but fits nowhere, some workers stay idle. More workers would not help.
  if (idle > 0) return {};
  for (size_t wanted = queue.ready(), hired = starting;
       hired < wanted && refused_ == 0 && workers_.size() < static_cast<size_t>(std::max(options_.jobs, 1));
       ++hired)
    SF_TRY(start_worker());
  return {};
}

Status LocalExecutor::work_alone(UnitQueue& queue) {
  const std::string why = fmt::format("cannot start a worker ({}; is there a limit of processes, ulimit -u?)",
                                      std::strerror(refused_));
  if (!options_.alone) return missing_error(why);
  options_.common.sink->warn(why + "; this process does the work itself, and a crash would end it");
  return InProcessExecutor(options_.alone, options_.all, options_.common).run(queue);
}

void LocalExecutor::share_processors() {
  const int share = std::max(1, options_.all.cores / std::max(1, static_cast<int>(busy())));
  for (auto& worker : workers_)
    if (worker->unit && worker->share != share) {
      worker->share = share;
      send_line(worker->fd, {{"limit", share}});
    }
}

// Reads the messages of a worker. Removes the worker if it has died.
Status LocalExecutor::hear(size_t place, UnitQueue& queue) {
  Worker& worker = *workers_[place];
  const bool alive = receive(worker.fd, worker.buffer);
  while (auto message = take_line(worker.buffer)) {
    if (!message->is_object()) continue;
    if (message->contains("ready")) {
      worker.ready = true;
      killed_at_start_ = 0;
    } else if (message->contains("progress") && worker.unit) {
      const auto& p = (*message)["progress"];
      queue.advanced(*worker.unit, p.at(0).get<std::string>(), p.at(1).get<uint64_t>(),
                     p.at(2).get<uint64_t>());
    } else if (message->contains("warning") && worker.unit) {
      queue.warned(*worker.unit, message->value("warning", ""));
    } else if (message->contains("ok") && worker.unit) {
      const Unit unit = *std::exchange(worker.unit, std::nullopt);
      slots_.give_back(std::exchange(worker.devices, {}));
      if (message->value("stopped", false)) {
        // Who stops all processes of a job at once may have reached the worker first.
        for (int i = 0; i < 100 && !is_interrupted(); ++i) ::usleep(10000);
        if (!is_interrupted()) SF_TRY(queue.finished(unit, {false, true, "stopped by signal 15 (SIGTERM)"}));
        continue;
      }
      SF_TRY(queue.finished(unit, {message->value("ok", false), false, message->value("reason", "")}));
    }
  }
  if (alive) return {};
  int status = 0;
  const std::string death = worker.death(status);
  const auto unit = worker.unit;
  const bool ready = worker.ready;
  slots_.give_back(worker.devices);
  workers_.erase(workers_.begin() + static_cast<ptrdiff_t>(place));
  refused_ = 0;  // there is room for another process
  if (!ready && WIFSIGNALED(status) && ++killed_at_start_ < kMostKilledAtStart) return {};
  if (!ready) return missing_error(fmt::format("a worker could not start: {}", death));
  if (!unit || is_interrupted()) return {};  // of an interrupted run: whoever stops it may have killed it
  return queue.finished(*unit, {false, true, death});
}

Status LocalExecutor::run(UnitQueue& queue) {
  for (;;) {
    if (is_interrupted()) {
      const Status stopped = stop_gently(queue);
      stop_workers();
      SF_TRY(stopped);
      return fail(ErrorKind::interrupted, "interrupted");
    }
    SF_TRY(give_work(queue));
    if (refused_ != 0 && workers_.empty()) return work_alone(queue);
    share_processors();
    const bool starting =
        std::any_of(workers_.begin(), workers_.end(), [](const auto& w) { return !w->ready; });
    if (busy() == 0 && queue.ready() == 0) return {};
    if (busy() == 0 && !starting) return asks_for_too_much(queue.ready(), options_.all);
    std::vector<pollfd> polls;
    for (const auto& worker : workers_) polls.push_back({worker->fd, POLLIN, 0});
    if (::poll(polls.data(), polls.size(), 100) <= 0) continue;
    for (size_t w = polls.size(); w-- > 0;)  // backwards, because a dead worker is erased
      if (polls[w].revents != 0) SF_TRY(hear(w, queue));
  }
}

}  // namespace standfast
