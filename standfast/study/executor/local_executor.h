// The local executor: it sends units of work to child processes, so a crash costs only one unit.
//
// A worker is this program run as `standfast work RUN --serve`. It takes one unit at a time over a socket (a
// line of JSON), does it and answers. It keeps corpora and pairs in memory for the next unit. If a worker
// dies, its unit is reported as failed with the signal, and another worker takes its place. A worker that is
// killed at its start has no unit yet, so nothing is lost: another is started. Workers die with the process
// that started them. Where the system gives fewer processes (ulimit -u), the existing workers do all the
// work, and this process does it where there are none.
//
// The processors are divided among the busy workers. When one worker has nothing to do, the others are told
// that they may use more threads, even in the middle of a unit. No number depends on this. A unit that needs
// devices is started when enough are free, and its worker is told which; the others go on meanwhile.
//
// A run that is interrupted with a grace period (ExecutorOptions) asks its workers to stop (SIGTERM). A
// training then saves its state, so that the unit continues from there the next time; the run records nothing
// about the unit.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "standfast/study/executor/device_slots.h"
#include "standfast/study/executor/executor.h"

namespace standfast {

struct LocalOptions {
  std::vector<std::string> command;  // command line of a worker: program and arguments
  int jobs = 1;                      // workers at once
  Resources all = {.cores = 1,       // processors are divided among the workers; devices: see common
                   .memory = std::numeric_limits<uint64_t>::max()};
  ExecutorOptions common;
  DoUnit alone = {};  // does a unit in this process; empty: a process that cannot be started is an error
};

class LocalExecutor final : public Executor {
 public:
  explicit LocalExecutor(LocalOptions options);
  ~LocalExecutor() override;  // stops the workers
  LocalExecutor(const LocalExecutor&) = delete;
  LocalExecutor& operator=(const LocalExecutor&) = delete;

  Status run(UnitQueue& queue) override;

 private:
  struct Worker;
  Status start_worker();
  void stop_workers();
  Status stop_gently(UnitQueue& queue);
  bool is_interrupted() const;
  size_t busy() const;
  Resources free() const;
  Status give_work(UnitQueue& queue);
  void share_processors();
  Status hear(size_t worker, UnitQueue& queue);
  Status work_alone(UnitQueue& queue);

  LocalOptions options_;
  DeviceSlots slots_;
  std::vector<std::unique_ptr<Worker>> workers_;
  int refused_ = 0;          // errno of the system, if it refuses more processes than there are workers now
  int killed_at_start_ = 0;  // number of such workers in a row
};

// Does the units that arrive on descriptor `in` until it ends, and answers on `out`: the worker's side of the
// local executor. While a unit is being done, a message may change its number of threads (set_thread_limit).
// An exception that escapes do_unit ends the worker, and its parent records that. Stopped (base/stop.h) is
// treated differently once `stop` is set: the unit has neither ended nor failed, its saved state stays, and
// the parent is told so.
Status serve_units(int in, int out, const DoUnit& do_unit, const std::atomic<bool>* stop = nullptr);

// Makes SIGTERM stop this process: at once between units, otherwise by the flag that is returned.
const std::atomic<bool>* stop_at_sigterm();

// Writes a whole line of JSON to the socket between an executor and a worker. False if the other side is
// gone. Never raises SIGPIPE.
bool send_line(int fd, const nlohmann::ordered_json& message);
// Waits for at least one byte and adds the received bytes to the buffer. False at the end or on an error.
bool receive(int fd, std::string& buffer);
// Removes the next whole line from the buffer and parses it. Nothing if there is none yet.
std::optional<nlohmann::ordered_json> take_line(std::string& buffer);

}  // namespace standfast
