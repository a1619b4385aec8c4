#include "standfast/base/child_program.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <mutex>
#include <optional>

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "standfast/base/open_file.h"
#include "standfast/base/processes.h"
#include "standfast/base/unique_name.h"

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX leaves it to the user

namespace standfast {
namespace {

constexpr const char* kMark = "STANDFAST_PROGRAM";
constexpr double kGlance = 1;              // seconds between looks at the supervisor
constexpr std::chrono::seconds kGrace{5};  // the supervisor has this time to kill all that it watches over

// A message from the supervisor to its parent.
struct Message {
  enum Kind : int { cannot_start, ended } kind;
  int value;  // errno, or the status of waitpid
};

// Everything from here to start_supervisor runs between fork and exec, in a copy of a process that may have
// had threads. So only calls that are safe in a signal handler are allowed.

void tell(int pipe, Message::Kind kind, int value) {
  const Message message{kind, value};
  [[maybe_unused]] const ssize_t written = ::write(pipe, &message, sizeof message);
}

// Kills the children that this process has now. Returns false if they cannot be listed.
bool kill_children() {
  char path[64] = "/proc/self/task/", digits[16];
  size_t n = 0;
  for (auto pid = static_cast<unsigned>(::getpid()); pid > 0; pid /= 10)
    digits[n++] = static_cast<char>('0' + pid % 10);
  size_t end = std::strlen(path);
  while (n > 0) path[end++] = digits[--n];
  std::memcpy(path + end, "/children", 10);
  const int fd = ::open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  char bytes[4096];
  pid_t pid = 0;
  for (ssize_t size; (size = ::read(fd, bytes, sizeof bytes)) > 0;)
    for (ssize_t i = 0; i < size; ++i) {
      if (bytes[i] >= '0' && bytes[i] <= '9') {
        pid = 10 * pid + (bytes[i] - '0');
      } else {
        if (pid > 1) ::kill(pid, SIGKILL);
        pid = 0;
      }
    }
  if (pid > 1) ::kill(pid, SIGKILL);
  ::close(fd);
  return true;
}

// Kills and reaps until no child is left. The children of a killed child become ours (we are a subreaper), so
// this reaches all descendants, whatever group or session they moved to.
void kill_all(pid_t program) {
  constexpr int kRoundsUnlisted = 500;  // one second for the group to die, where children cannot be listed
  for (int round = 0;; ++round) {
    ::kill(-program, SIGKILL);
    const bool listed = kill_children();
    pid_t gone = 0;
    while ((gone = ::waitpid(-1, nullptr, WNOHANG)) > 0) {
    }
    if (gone < 0 && errno == ECHILD) return;
    if (!listed && round > kRoundsUnlisted) return;
    const timespec two_milliseconds{0, 2000000};
    ::nanosleep(&two_milliseconds, nullptr);
  }
}

// Calls close_range() of Linux 5.9; before that, and where a sandbox does not know it, closes one after the
// other.
void close_all_of(unsigned first, unsigned last, int flags) {
  if (::close_range(first, last, flags) == 0) return;
  rlimit most{};
  if (::getrlimit(RLIMIT_NOFILE, &most) != 0) most.rlim_cur = 1024;
  const auto end = static_cast<unsigned>(std::min<rlim_t>(most.rlim_cur, uint64_t{1} << 20));
  for (unsigned i = first; i <= last && i < end; ++i) {
    if (flags == 0)
      ::close(static_cast<int>(i));
    else
      ::fcntl(static_cast<int>(i), F_SETFD, FD_CLOEXEC);
  }
}

// Closes all descriptors but two. Our parent's parent may wait until one of the others is closed everywhere.
void close_all_but(int a, int b) {
  const auto low = static_cast<unsigned>(std::min(a, b)), high = static_cast<unsigned>(std::max(a, b));
  if (low > 0) close_all_of(0, low - 1, 0);
  if (high > low + 1) close_all_of(low + 1, high - 1, 0);
  close_all_of(high + 1, ~0U, 0);
}

struct Orders {
  pid_t parent;
  char* const* arguments;
  char* const* environment;
  char* const* clearing;  // a command that is run last if the parent has died, or null
  int log, pipe;
};

[[noreturn]] void supervise(const Orders& orders) {
  const auto [parent, arguments, environment, clearing, log, pipe] = orders;
  ::setsid();                   // a signal to our parent's group is not for us
  ::prctl(PR_SET_DUMPABLE, 0);  // the program cannot write to our pipe by /proc
  close_all_but(log, pipe);
  ::signal(SIGCHLD, SIG_DFL);  // if it were ignored, no child could be waited for
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &all, nullptr);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(0);  // the parent died before we could notice it
  const pid_t program = ::fork();
  if (program < 0) {
    tell(pipe, Message::cannot_start, errno);
    ::_exit(0);
  }
  if (program == 0) {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // for the case that the supervisor itself is killed
    for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_DFL);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    const int in = ::open("/dev/null", O_RDONLY);
    if (in > 0) ::dup2(in, 0);
    ::dup2(log, 1);
    ::dup2(log, 2);
    close_all_of(3, ~0U, CLOSE_RANGE_CLOEXEC);
    ::execvpe(arguments[0], arguments, environment);
    tell(pipe, Message::cannot_start, errno);
    ::_exit(127);
  }
  ::setpgid(program, program);
  sigset_t awaited;
  sigemptyset(&awaited);
  sigaddset(&awaited, SIGCHLD);
  sigaddset(&awaited, SIGTERM);  // the parent died, or another process wants us to end
  sigaddset(&awaited, SIGUSR1);  // the parent wants us to end
  bool done = false, orphaned = false;
  while (!done) {
    siginfo_t info = {};
    const int signal = ::sigwaitinfo(&awaited, &info);
    // The system sends it in the parent's name when the thread that started us dies. If the parent's other
    // threads still die at this moment, getppid() names the parent as before.
    orphaned = signal == SIGTERM && info.si_pid == parent;
    if (signal == SIGTERM || signal == SIGUSR1) break;
    int status = 0;
    for (pid_t gone; (gone = ::waitpid(-1, &status, WNOHANG)) > 0;)
      if (gone == program) {
        tell(pipe, Message::ended, status);
        done = true;
      }
  }
  kill_all(program);
  if (clearing != nullptr && (orphaned || ::getppid() != parent)) {
    char* const no_environment[] = {nullptr};
    ::signal(SIGTERM, SIG_IGN);  // it comes once more for each thread of the parent that was left and dies
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::execve("/bin/rm", clearing, no_environment);
    ::execve("/usr/bin/rm", clearing, no_environment);
  }
  ::_exit(0);
}

// A descriptor whose number is above the standard three: the program's own streams will take these three
// places. If a caller has closed one of them, the system hands its number out again.
struct Descriptor {
  int fd = -1;
  explicit Descriptor(int opened) : fd(opened) {
    if (opened < 0 || opened > 2) return;
    fd = ::fcntl(opened, F_DUPFD_CLOEXEC, 3);
    ::close(opened);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }
  void close() {
    if (fd >= 0) ::close(fd);
    fd = -1;
  }
};

std::vector<std::string> environment_with(const std::vector<std::pair<std::string, std::string>>& added) {
  std::vector<std::string> result;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const bool replaced = std::any_of(added.begin(), added.end(), [&](const auto& a) {
      return text.starts_with(a.first) && text.substr(a.first.size()).starts_with('=');
    });
    if (!replaced) result.emplace_back(text);
  }
  for (const auto& [name, value] : added) result.push_back(name + "=" + value);
  return result;
}

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> result;
  for (const auto& word : words) result.push_back(const_cast<char*>(word.c_str()));
  result.push_back(nullptr);
  return result;
}

struct Grant {
  std::mutex mutex;
  std::vector<std::string> names;
};

Grant& the_grant() {
  static Grant grant;
  return grant;
}

}  // namespace

std::string ProgramEnd::in_words() const {
  if (timed_out) return "ran out of time";
  if (signal != 0) {
    const char* name = ::sigabbrev_np(signal);
    return fmt::format("was killed by signal {} (SIG{}{})", signal, name != nullptr ? name : "?",
                       signal == SIGKILL ? ": by hand, or for lack of memory" : "");
  }
  return fmt::format("ended with exit code {}", exit_code);
}

namespace {

// Returns whether the file may be executed. A folder also has that permission, which lets it be entered.
bool may_be_run(const std::string& file) {
  struct stat info {};
  return ::stat(file.c_str(), &info) == 0 && S_ISREG(info.st_mode) && ::access(file.c_str(), X_OK) == 0;
}

}  // namespace

std::string program_path(const std::string& name) {
  if (name.find('/') != std::string::npos) return may_be_run(name) ? name : "";
  const char* path = std::getenv("PATH");
  std::string_view folders = path != nullptr ? path : "/bin:/usr/bin";
  for (;;) {
    const size_t colon = folders.find(':');
    const std::string_view folder = folders.substr(0, colon);
    std::string file = (folder.empty() ? "." : std::string(folder)) + "/" + name;
    if (may_be_run(file)) return file;
    if (colon == std::string_view::npos) return "";
    folders.remove_prefix(colon + 1);
  }
}

bool program_exists(const std::string& name) {
  return !program_path(name).empty();
}

namespace {

bool looks_like_script(std::string_view word) {
  constexpr std::string_view kEndings[] = {".py", ".sh", ".R", ".jl", ".pl", ".rb", ".js", ".lua"};
  return word.find_first_of(" \t\n\"'{}*") == std::string_view::npos &&
         std::any_of(std::begin(kEndings), std::end(kEndings), [&](std::string_view ending) {
           return word.size() > ending.size() && word.ends_with(ending);
         });
}

// Returns the first argument that is no flag, where it is a script; "" where it is something else. After a
// flag of one letter it may be the value of that flag ("sh -c answer.sh").
std::string script_of(const std::vector<std::string>& command) {
  const auto word = std::find_if(command.begin() + 1, command.end(),
                                 [](const std::string& one) { return !one.starts_with('-'); });
  if (word == command.end() || !looks_like_script(*word)) return "";
  const std::string& before = *(word - 1);
  return before.size() == 2 && before[0] == '-' ? "" : *word;
}

}  // namespace

Status check_command(const std::string& owner, const std::vector<std::string>& command) {
  const std::string& name = command.front();
  if (program_exists(name)) {
    const std::string script = script_of(command);
    if (script.empty() || ::access(script.c_str(), F_OK) == 0) return {};
    return missing_error(fmt::format(
        "{}: there is no script {} (relative paths start where standfast is started)", owner, script));
  }
  struct stat info {};
  if (name.find('/') != std::string::npos && ::stat(name.c_str(), &info) == 0)
    return missing_error(
        S_ISREG(info.st_mode)
            ? fmt::format("{}: {} may not be run (chmod +x makes a program of a script)", owner, name)
            : fmt::format("{}: {} is not a program", owner, name));
  return missing_error(fmt::format("{}: there is no program {}{}", owner, name,
                                   name.find('/') == std::string::npos
                                       ? " in PATH"
                                       : " (relative paths start where standfast is started)"));
}

Result<ProgramEnd> run_program(const ChildProgram& program) {
  const auto cannot = [&](int error) {
    return missing_error(
        fmt::format("cannot start the program {} ({})", program.command[0], std::strerror(error)));
  };
  // The program and all that it starts have this mark in their environment, behind the marks that programs
  // around us have given us.
  const std::string mark = unique_digits();
  auto added = program.environment;
  const char* around = std::getenv(kMark);
  added.emplace_back(kMark, around != nullptr ? std::string(around) + "/" + mark : mark);
  const auto variables = environment_with(added);
  const std::vector<std::string> clearing_words = {"rm", "-rf", "--", program.scratch};
  const auto clearing = pointers(clearing_words);
  const auto arguments = pointers(program.command), environment = pointers(variables);
  SF_ASSIGN(const int log_file, open_own_file(program.log_path, O_WRONLY | O_CREAT | O_APPEND, 0600));
  Descriptor log{log_file};
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return cannot(errno);
  Descriptor reading{ends[0]}, writing{ends[1]};
  const pid_t parent = ::getpid();
  const pid_t supervisor = ::fork();
  if (supervisor < 0) return cannot(errno);
  if (supervisor == 0)
    supervise({parent, arguments.data(), environment.data(),
               program.scratch.empty() ? nullptr : clearing.data(), log.fd, writing.fd});
  writing.close();

  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  ProgramEnd end;
  int start_error = 0;
  bool told = false, given_up = false;
  // From this time on the supervisor has nothing left to do but to clear up.
  std::optional<Clock::time_point> ending;
  for (;;) {
    const auto now = Clock::now();
    double wait = kGlance;
    if (ending) {
      wait = kGlance / 10;
      if (!given_up && now - *ending > kGrace) {
        // The supervisor cannot do its work. The processes that it watches over are still below it, so they
        // are killed first.
        given_up = true;
        kill_family(supervisor, mark);
        ::kill(supervisor, SIGKILL);
      }
    } else if (program.timeout_seconds > 0) {
      const double left = program.timeout_seconds - std::chrono::duration<double>(now - begin).count();
      if (left <= 0) {
        end.timed_out = true;
        ending = now;
        ::kill(supervisor, SIGUSR1);
      }
      wait = std::clamp(left, 0.0, kGlance);
    }
    ::kill(supervisor, SIGCONT);  // there is no good reason to stop it
    pollfd poll{reading.fd, POLLIN, 0};
    const int ready = ::poll(&poll, 1, static_cast<int>(wait * 1000) + 1);
    if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
    Message message{};
    const ssize_t size = ::read(reading.fd, &message, sizeof message);
    if (size < 0 && errno == EINTR) continue;
    if (size != sizeof message) break;  // the supervisor is gone
    told = true;
    if (!ending) ending = Clock::now();
    if (message.kind == Message::cannot_start) {
      start_error = message.value;
    } else if (!end.timed_out) {
      if (WIFSIGNALED(message.value))
        end.signal = WTERMSIG(message.value);
      else
        end.exit_code = WEXITSTATUS(message.value);
    }
  }
  int status = 0;
  while (::waitpid(supervisor, &status, 0) < 0 && errno == EINTR) {
  }
  // The supervisor was killed before it was done. The processes that it watched over are no longer below it,
  // but they still have the mark.
  if (!WIFEXITED(status)) kill_family(0, mark);
  if (start_error != 0) return cannot(start_error);
  if (!told && !end.timed_out) end.signal = SIGKILL;  // the supervisor was killed, and so the program
  return end;
}

void grant_devices(std::vector<std::string> names) {
  Grant& grant = the_grant();
  const std::lock_guard lock(grant.mutex);
  grant.names = std::move(names);
}

std::vector<std::pair<std::string, std::string>> device_environment() {
  Grant& grant = the_grant();
  const std::lock_guard lock(grant.mutex);
  if (grant.names.empty()) return {};
  const std::string names = fmt::format("{}", fmt::join(grant.names, ","));
  return {{"STANDFAST_DEVICES", names}, {"CUDA_VISIBLE_DEVICES", names}};
}

}  // namespace standfast
