#include "standfast/base/processes.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <thread>
#include <unordered_map>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace standfast {
namespace {

constexpr size_t kMostEnvironment = size_t{4} << 20;

// Reads a file of /proc (such files have no size); "" where it cannot be read.
std::string proc_file(pid_t pid, const char* name, size_t most) {
  const int fd = ::open(("/proc/" + std::to_string(pid) + "/" + name).c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return "";
  std::string bytes;
  char buffer[4096];
  for (ssize_t n; bytes.size() < most && (n = ::read(fd, buffer, sizeof buffer)) > 0;)
    bytes.append(buffer, static_cast<size_t>(n));
  ::close(fd);
  return bytes;
}

struct Process {
  pid_t pid = 0, parent = 0;
  bool alive = false;
};

// Parses the line "123 (name) S 1 ...". A name may hold blanks and brackets, so only the part behind the last
// ')' is read.
Process process_of(pid_t pid) {
  const std::string stat = proc_file(pid, "stat", 4096);
  const size_t bracket = stat.rfind(')');
  if (bracket == std::string::npos || bracket + 4 >= stat.size()) return {};
  const char state = stat[bracket + 2];
  return {pid, static_cast<pid_t>(std::atoi(stat.c_str() + bracket + 4)), state != 'Z' && state != 'X'};
}

std::vector<Process> all_processes() {
  std::vector<Process> all;
  std::error_code code;
  for (std::filesystem::directory_iterator entry("/proc", code), end; !code && entry != end;
       entry.increment(code)) {
    const std::string name = entry->path().filename().string();
    pid_t pid = 0;
    const auto [rest, problem] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (problem != std::errc() || rest != name.data() + name.size()) continue;
    if (const Process process = process_of(pid); process.pid > 1) all.push_back(process);
  }
  return all;
}

// Returns the members of the family that are alive.
std::vector<pid_t> living_family(pid_t root, const std::string& mark) {
  const auto all = all_processes();
  enum class Kin { unknown, yes, no };
  std::unordered_map<pid_t, Kin> kin;
  std::unordered_map<pid_t, pid_t> parent;
  for (const auto& process : all) {
    parent[process.pid] = process.parent;
    const bool marked = proc_file(process.pid, "environ", kMostEnvironment).find(mark) != std::string::npos;
    kin[process.pid] = marked ? Kin::yes : Kin::unknown;
  }
  kin[::getpid()] = Kin::no;
  const auto belongs = [&](pid_t pid) {
    std::vector<pid_t> path;
    Kin found = Kin::no;
    // The number of steps is bounded. Processes are read one by one and their numbers are used again, so the
    // parents could form a circle.
    for (size_t step = 0; step <= all.size(); ++step) {
      const auto known = kin.find(pid);
      if (known == kin.end()) break;
      if (known->second != Kin::unknown) {
        found = known->second;
        break;
      }
      path.push_back(pid);
      pid = parent[pid];
      if (root != 0 && pid == root) {
        found = Kin::yes;
        break;
      }
    }
    for (const pid_t one : path) kin[one] = found;
    return found == Kin::yes;
  };
  std::vector<pid_t> family;
  for (const auto& process : all)
    if (process.alive && process.pid != root && belongs(process.pid)) family.push_back(process.pid);
  return family;
}

}  // namespace

bool is_alive(pid_t pid) {
  if (pid <= 0 || (::kill(pid, 0) != 0 && errno == ESRCH)) return false;
  const Process process = process_of(pid);
  return process.pid == 0 || process.alive;  // the system may say nothing about other users' processes
}

bool kill_family(pid_t root, const std::string& mark) {
  using namespace std::chrono_literals;
  const auto begin = std::chrono::steady_clock::now();
  for (;;) {
    const auto family = living_family(root, mark);
    const bool any =
        std::count_if(family.begin(), family.end(), [](pid_t pid) { return ::kill(pid, SIGKILL) == 0; }) > 0;
    if (!any) return family.empty();
    if (std::chrono::steady_clock::now() - begin > 10s) return false;
    std::this_thread::sleep_for(1ms);
  }
}

}  // namespace standfast
