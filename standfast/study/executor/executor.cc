#include "standfast/study/executor/executor.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <exception>
#include <mutex>
#include <optional>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "standfast/base/parse_json.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

std::string death_of(int status) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    const char* name = ::sigabbrev_np(signal);
    return fmt::format("killed by signal {} (SIG{}{})", signal, name != nullptr ? name : "?",
                       signal == SIGKILL ? ": by hand, or for lack of memory" : "");
  }
  return fmt::format("the worker ended with exit code {}", WEXITSTATUS(status));
}

// A worker and whatever it has started. The worker alone too: its group may not be there yet.
void kill_group(pid_t worker) {
  ::kill(-worker, SIGKILL);
  ::kill(worker, SIGKILL);
}

// Writes a whole line to a socket; false if the other side is gone. Never raises SIGPIPE.
bool send_line(int fd, const Json& message) {
  const std::string line = message.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  for (size_t sent = 0; sent < line.size();) {
    const ssize_t n = ::send(fd, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    sent += static_cast<size_t>(n);
  }
  return true;
}

// The next whole line of `buffer`, parsed; nothing if there is none yet.
std::optional<Json> take_line(std::string& buffer) {
  const auto end = buffer.find('\n');
  if (end == std::string::npos) return std::nullopt;
  auto message = json_or_discarded(std::string_view(buffer).substr(0, end));
  buffer.erase(0, end + 1);
  return message;
}

// false at the end or on an error.
bool receive(int fd, std::string& buffer) {
  char bytes[4096];
  for (;;) {
    const ssize_t n = ::read(fd, bytes, sizeof bytes);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    buffer.append(bytes, static_cast<size_t>(n));
    return true;
  }
}

}  // namespace

struct LocalExecutor::Worker {
  pid_t pid = -1;
  int fd = -1;
  std::string buffer;
  bool ready = false;
  std::optional<size_t> unit;  // in the units of the stage

  ~Worker() {
    if (fd >= 0) ::close(fd);
    if (pid > 0) {
      kill_group(pid);
      int status = 0;
      while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
      }
    }
  }
  // After the socket has closed.
  std::string death() {
    // A worker that closed its end but lives on is of no use.
    int status = 0;
    pid_t gone = 0;
    for (int i = 0; i < 100 && (gone = ::waitpid(pid, &status, WNOHANG)) == 0; ++i) ::usleep(10000);
    if (gone == 0) {
      kill_group(pid);
      while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
      }
    } else {
      ::kill(-pid, SIGKILL);  // what it has started; its own number may be another's by now
    }
    pid = -1;
    return death_of(status);
  }
};

LocalExecutor::LocalExecutor(ExecutorOptions options) : options_(std::move(options)) {}
LocalExecutor::~LocalExecutor() {
  stop_workers();
}

void LocalExecutor::stop_workers() {
  for (auto& worker : workers_) kill_group(worker->pid);
  workers_.clear();
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
    ::close(ends[0]);
    ::close(ends[1]);
    return missing_error(fmt::format("cannot start a worker ({})", std::strerror(errno)));
  }
  if (pid == 0) {
    // Only calls that are safe after a fork. A group of its own, so that a worker goes with all it started;
    // programs of models look after themselves (base/child_program.h). The parent answers the terminal's
    // Ctrl-C.
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

Status LocalExecutor::run(const std::string& what, const std::vector<Unit>& units) {
  const size_t wanted = std::min<size_t>(static_cast<size_t>(std::max(options_.jobs, 1)), units.size());
  const int threads = std::max(1, options_.threads / std::max<int>(1, static_cast<int>(wanted)));
  size_t next = 0, done = 0;
  Sink& sink = *options_.sink;
  sink.progress(what, 0, units.size());

  const auto finish = [&](size_t i, const UnitOutcome& outcome) -> Status {
    ++done;
    SF_TRY(options_.finished(units[i], outcome));
    sink.progress(what, done, units.size());
    if (!outcome.ok && options_.fail_fast)
      return fail(ErrorKind::incomplete,
                  fmt::format("{}: {} (stopped: --fail-fast)", units[i].label(), outcome.reason));
    return {};
  };
  const auto give_work = [&](Worker& worker) {
    if (worker.unit || !worker.ready || next == units.size()) return;
    worker.unit = next++;
    // If the worker is gone this fails; poll then says so and the unit is reported with the way it died.
    send_line(worker.fd, {{"threads", threads}, {"unit", unit_to_json(units[*worker.unit])}});
  };

  while (done < units.size()) {
    if (options_.interrupted && options_.interrupted()) {
      stop_workers();
      return fail(ErrorKind::interrupted, "interrupted");
    }
    size_t busy = 0;
    for (const auto& worker : workers_) busy += worker->unit || !worker->ready;
    while (workers_.size() < wanted && busy < units.size() - done) {
      SF_TRY(start_worker());
      ++busy;
    }
    std::vector<pollfd> polls;
    for (auto& worker : workers_) {
      give_work(*worker);
      polls.push_back({worker->fd, POLLIN, 0});
    }
    if (::poll(polls.data(), polls.size(), 100) <= 0) continue;
    for (size_t w = polls.size(); w-- > 0;) {  // backwards: a dead worker is erased
      if (polls[w].revents == 0) continue;
      Worker& worker = *workers_[w];
      const bool alive = receive(worker.fd, worker.buffer);
      while (auto message = take_line(worker.buffer)) {
        if (!message->is_object()) continue;
        if (message->contains("ready")) {
          worker.ready = true;
        } else if (message->contains("progress") && worker.unit && wanted == 1 && units.size() == 1) {
          const auto& p = (*message)["progress"];
          sink.progress(p.at(0).get<std::string>(), p.at(1).get<uint64_t>(), p.at(2).get<uint64_t>());
        } else if (message->contains("ok") && worker.unit) {
          const size_t i = *worker.unit;
          worker.unit.reset();
          SF_TRY(finish(i, {message->value("ok", false), false, message->value("reason", "")}));
        }
      }
      if (alive) continue;
      const std::string death = worker.death();
      const auto unit = worker.unit;
      const bool ready = worker.ready;
      workers_.erase(workers_.begin() + static_cast<ptrdiff_t>(w));
      if (!ready) return missing_error(fmt::format("a worker could not start: {}", death));
      if (unit) SF_TRY(finish(*unit, {false, true, death}));
    }
  }
  return {};
}

namespace {

// Passes progress on to the parent, ten times a second at most. Called from any thread.
class SocketSink final : public Sink {
 public:
  explicit SocketSink(int fd) : fd_(fd) {}
  void log(Level, std::string_view) override {}
  void progress(std::string_view what, uint64_t done, uint64_t total) override {
    const std::lock_guard lock(mutex_);
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    send_line(fd_, {{"progress", {std::string(what), done, total}}});
  }

 private:
  int fd_;
  std::mutex mutex_;
  std::chrono::steady_clock::time_point last_{};
};

}  // namespace

Status serve_units(int in, int out, const DoUnit& do_unit) {
  SocketSink sink(out);
  std::string buffer;
  if (!send_line(out, {{"ready", true}})) return {};
  while (receive(in, buffer))
    while (const auto message = take_line(buffer)) {
      Result<Unit> unit = Unit{};
      int threads = 1;
      try {
        unit = unit_from_json(message->at("unit"));
        threads = message->value("threads", 1);
      } catch (const Json::exception& error) {
        return data_error(fmt::format("the worker was sent something else than a unit ({})", error.what()));
      }
      if (!unit) return Failure(unit.error());
      const Status status = do_unit(*unit, threads, sink);
      const Json answer =
          status ? Json{{"ok", true}} : Json{{"ok", false}, {"reason", status.error().message}};
      if (!send_line(out, answer)) return {};
    }
  return {};
}

}  // namespace standfast
