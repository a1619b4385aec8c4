#include "standfast/study/executor/local_executor.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "standfast/base/child_program.h"
#include "standfast/base/json.h"
#include "standfast/base/parallel.h"
#include "standfast/base/parse_json.h"
#include "standfast/base/stop.h"

namespace standfast {

using Json = nlohmann::ordered_json;

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

std::optional<Json> take_line(std::string& buffer) {
  const auto end = buffer.find('\n');
  if (end == std::string::npos) return std::nullopt;
  auto message = json_or_discarded(std::string_view(buffer).substr(0, end));
  buffer.erase(0, end + 1);
  return message;
}

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

namespace {

// The number of consecutive workers killed at their start after which the run gives up: memory is short, or
// every worker is killed from outside.
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

// Kills a worker and all processes that it has started. It also kills the worker alone, because its group may
// not exist yet.
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
  std::optional<Unit> unit;     // the unit that it is doing
  int share = 0;                // processors assigned to it
  std::vector<size_t> devices;  // places of the devices that the unit has

  ~Worker() {
    if (fd >= 0) ::close(fd);
    if (pid > 0) {
      kill_group(pid);
      int status = 0;
      while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
      }
    }
  }
  // Returns how it died, with its status of waitpid. Must be called after the socket has closed.
  std::string death(int& status) {
    // A worker that closed its end but is still alive is of no use.
    pid_t gone = 0;
    for (int i = 0; i < 100 && (gone = ::waitpid(pid, &status, WNOHANG)) == 0; ++i) ::usleep(10000);
    if (gone == 0) {
      kill_group(pid);
      while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
      }
    } else {
      ::kill(-pid, SIGKILL);  // the processes that it started; its own process id may be reused by now
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

// Units that end within the grace period are recorded as always.
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
    // Only calls that are safe after a fork are allowed here. The worker gets its own process group, so that
    // it can be killed with all processes that it started. Programs of models are handled elsewhere
    // (base/child_program.h). The parent reacts to Ctrl-C of the terminal.
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

// Gives units to idle workers and starts more workers. Workers that are still starting count as if they will
// take the units that are ready.
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
        // A signal to all processes of a job may have reached the worker first.
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
  if (!unit || is_interrupted()) return {};  // the interruption of the run may have killed it
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

namespace {

using Json = nlohmann::ordered_json;

// Passes warnings on to the parent, and progress at most ten times a second. Thread-safe.
class SocketSink final : public Sink {
 public:
  explicit SocketSink(int fd) : fd_(fd) {}
  void log(Level level, std::string_view line) override {
    const std::lock_guard lock(mutex_);
    if (level == Level::warning) send_line(fd_, {{"warning", std::string(line)}});
  }
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

// Orders that have arrived and are not done yet. The listening thread applies limits at once.
class Orders {
 public:
  void put(Json order) {
    const std::lock_guard lock(mutex_);
    orders_.push_back(std::move(order));
    changed_.notify_one();
  }
  void end() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_one();
  }
  bool none() {
    const std::lock_guard lock(mutex_);
    return orders_.empty();
  }
  // Returns the next order; nothing once the other side is gone.
  std::optional<Json> take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return ended_ || !orders_.empty(); });
    if (orders_.empty()) return std::nullopt;
    Json order = std::move(orders_.front());
    orders_.pop_front();
    return order;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Json> orders_;
  bool ended_ = false;
};

// Waits for the next message of the other side; false once it is gone.
bool hear(int in, std::string& buffer, Orders& orders) {
  if (!receive(in, buffer)) {
    orders.end();
    return false;
  }
  while (auto message = take_line(buffer)) {
    if (message->is_object() && message->contains("limit"))
      set_thread_limit(message->value("limit", 1));
    else
      orders.put(std::move(*message));
  }
  return true;
}

std::atomic<bool> stop_requested = false, at_work = false;

void on_sigterm(int) {
  stop_requested = true;
  if (!at_work) ::_exit(128 + SIGTERM);
}

// Ends the listener of a worker in whatever way the worker ends.
struct Deafen {
  int in;
  ~Deafen() { ::shutdown(in, SHUT_RD); }
};

}  // namespace

const std::atomic<bool>* stop_at_sigterm() {
  struct sigaction action {};
  action.sa_handler = on_sigterm;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGTERM, &action, nullptr);
  return &stop_requested;
}

Status serve_units(int in, int out, const DoUnit& do_unit, const std::atomic<bool>* stop) {
  SocketSink sink(out);
  if (!send_line(out, {{"ready", true}})) return {};
  Orders orders;
  std::string buffer;
  std::jthread listener;
  try {
    listener = std::jthread([&] {
      while (hear(in, buffer, orders)) {
      }
    });
  } catch (const std::exception&) {
    // The system refuses a thread: limits are read only between units.
  }
  const Deafen at_the_end{in};  // runs before the listener is joined
  const auto next = [&] {
    while (!listener.joinable() && orders.none() && hear(in, buffer, orders)) {
    }
    return orders.take();
  };
  while (const auto order = next()) {
    Result<Unit> unit = Unit{};
    int threads = 1;
    std::vector<std::string> devices;
    try {
      unit = unit_from_json(order->at("unit"));
      threads = order->value("threads", 1);
      devices = order->value("devices", devices);
    } catch (const Json::exception& error) {
      return data_error(fmt::format("the worker received a message that is not a unit ({})", error.what()));
    }
    if (!unit) return Failure(unit.error());
    grant_devices(std::move(devices));
    Status status;
    at_work = true;
    try {
      const StopWhen stopping(stop);
      status = do_unit(*unit, threads, sink);
    } catch (const Stopped&) {
      send_line(out, {{"ok", false}, {"stopped", true}});
      return {};
    }
    at_work = false;
    if (!send_line(out,
                   status ? Json{{"ok", true}} : Json{{"ok", false}, {"reason", status.error().message}}))
      break;
    if (stop != nullptr && *stop) break;  // it came when the unit had nothing more to stop
  }
  return {};
}

}  // namespace standfast
