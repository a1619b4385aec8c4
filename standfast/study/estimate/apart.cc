#include "standfast/study/estimate/apart.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <ctime>
#include <exception>
#include <fstream>
#include <mutex>
#include <string_view>

#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace standfast {
namespace {

// The limit by the clock, as a multiple of the seconds of processor: other processes may be at work.
constexpr double kClock = 12;

// A message of the child; small enough to be written at once.
struct Word {
  enum class Kind : uint8_t { progress, done, failed } kind = Kind::progress;
  bool new_stretch = false;
  uint64_t reached = 0, total = 0, memory = 0;
  double seconds = 0, disk_bytes = 0;
  char text[256] = {};
};
static_assert(sizeof(Word) < 512);  // PIPE_BUF is at least that

// Reads a line of the status of a process, in bytes ("VmHWM:") or as it is ("Threads:").
uint64_t status_of(const std::string& process, std::string_view name, uint64_t unit) {
  std::ifstream status("/proc/" + process + "/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(name)) return std::strtoull(line.c_str() + name.size(), nullptr, 10) * unit;
  return 0;
}
uint64_t memory_now() {
  return status_of("self", "VmRSS:", 1024);
}
uint64_t most_memory() {
  return status_of("self", "VmHWM:", 1024);
}

class PipeSink final : public Sink {
 public:
  PipeSink(int fd, uint64_t memory_before) : fd_(fd), memory_before_(memory_before) {}
  void log(Level, std::string_view) override {}
  void progress(std::string_view what, uint64_t done, uint64_t total) override {
    const std::lock_guard lock(mutex_);
    const bool anew = what != what_ || done < last_;
    const auto now = std::chrono::steady_clock::now();
    if (!anew && now - reported_at_ < std::chrono::milliseconds(5)) return;
    reported_at_ = now;
    what_ = what;
    last_ = done;
    Word word;
    word.new_stretch = anew;
    word.reached = done;
    word.total = total;
    word.seconds = processor_seconds();
    word.memory = memory_before_;
    say(word);
  }
  void say(const Word& word) const {
    while (::write(fd_, &word, sizeof word) < 0 && errno == EINTR) {
    }
  }

 private:
  int fd_;
  uint64_t memory_before_;
  std::mutex mutex_;
  std::string what_;
  uint64_t last_ = 0;
  std::chrono::steady_clock::time_point reported_at_{};
};

[[noreturn]] void work_in_child(const std::function<Result<TriedWork>(Sink& sink)>& work, int fd) {
  // The peak of memory so far is the parent's; it is reset here.
  ::malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << "5";
  const uint64_t before = memory_now();
  PipeSink sink(fd, before);
  Word word;
  const auto failed = [&](std::string_view why) {
    word.kind = Word::Kind::failed;
    std::memcpy(word.text, why.data(), std::min(why.size(), sizeof word.text - 1));
  };
  try {
    if (const auto done = work(sink)) {
      word.kind = Word::Kind::done;
      word.seconds = done->seconds;
      word.disk_bytes = done->disk_bytes;
      word.memory = std::max(most_memory(), before) - before;
    } else {
      failed(done.error().message);
    }
  } catch (const std::exception& error) {
    failed(error.what());
  }
  sink.say(word);
  ::_exit(0);
}

// Returns the seconds of processor of another process; 0 if it is gone.
double processor_seconds_of(pid_t process) {
  clockid_t clock = 0;
  timespec time{};
  if (::clock_getcpuclockid(process, &clock) != 0 || ::clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

double processor_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double children_seconds() {
  rusage used{};
  ::getrusage(RUSAGE_CHILDREN, &used);
  return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

Result<Tried> try_apart(const std::function<Result<TriedWork>(Sink& sink)>& work, double seconds) {
  // A copy has one thread: locks that other threads hold would be held for ever.
  if (status_of("self", "Threads:", 1) != 1) return data_error("other threads are at work");
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return data_error("no pipe to another process");
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) {
    ::close(ends[0]);
    ::close(ends[1]);
    return data_error("the system starts no more processes");
  }
  if (child == 0) {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::signal(SIGINT, SIG_IGN);
    if (::getppid() != parent) ::_exit(127);
    ::close(ends[0]);
    work_in_child(work, ends[1]);
  }
  ::close(ends[1]);
  Tried tried;
  tried.reason = "it ended without a result";
  double stretch_from = 0;
  const auto started = std::chrono::steady_clock::now();
  const auto hear = [&](const Word& word) {
    if (word.kind == Word::Kind::progress) {
      if (word.new_stretch) {
        tried.begun = word.reached;
        stretch_from = word.seconds;
      }
      tried.memory = word.memory;
      tried.reached = word.reached;
      tried.total = word.total;
      tried.stretch_seconds = word.seconds - stretch_from;
      return;
    }
    tried.end = word.kind == Word::Kind::done ? Tried::End::done : Tried::End::failed;
    tried.reason = word.text;
    tried.work = {word.seconds, word.disk_bytes};
    tried.memory = word.memory;
  };
  for (;;) {
    pollfd poll{ends[0], POLLIN, 0};
    const int ready = ::poll(&poll, 1, 10);
    if (ready > 0) {
      Word word;
      const ssize_t got = ::read(ends[0], &word, sizeof word);
      if (got == static_cast<ssize_t>(sizeof word)) {
        hear(word);
        if (word.kind != Word::Kind::progress) break;
      } else if (got == 0 || errno != EINTR) {
        break;
      }
    }
    const double by_clock = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    if (processor_seconds_of(child) < seconds && by_clock < kClock * seconds) continue;
    tried.end = Tried::End::stopped;
    if (tried.total > 0)
      tried.memory = std::max(status_of(std::to_string(child), "VmHWM:", 1024), tried.memory) - tried.memory;
    break;
  }
  ::close(ends[0]);
  ::kill(-child, SIGKILL);
  ::kill(child, SIGKILL);
  while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  return tried;
}

}  // namespace standfast
