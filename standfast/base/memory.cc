#include "standfast/base/memory.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include <fmt/format.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif
#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace standfast {
namespace {

constexpr uint64_t kKib = 1024;

// Drops the whole pages of [begin, end); outward: also pages that lie only partly in it.
void drop_pages([[maybe_unused]] uintptr_t begin, [[maybe_unused]] uintptr_t end,
                [[maybe_unused]] bool outward) {
#if defined(__linux__)
  const auto page = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
  const uintptr_t from = (begin + (outward ? 0 : page - 1)) / page * page;
  const uintptr_t to = (end + (outward ? page - 1 : 0)) / page * page;
  if (from < to) ::madvise(reinterpret_cast<void*>(from), to - from, MADV_DONTNEED);
#endif
}

}  // namespace

MachineMemory machine_memory() {
  MachineMemory memory;
  std::ifstream file("/proc/meminfo");
  for (std::string name, unit; file >> name;) {
    uint64_t kib = 0;
    if (!(file >> kib)) break;
    std::getline(file, unit);
    if (name == "MemTotal:") memory.total = kib * kKib;
    if (name == "MemAvailable:") memory.available = kib * kKib;
  }
  std::ifstream own("/proc/self/cgroup");
  const std::string groups{std::istreambuf_iterator<char>(own), {}};
  if (const auto limit = memory_limit(groups, "/sys/fs/cgroup"))
    for (uint64_t* bytes : {&memory.total, &memory.available}) *bytes = std::min(*bytes, *limit);
  return memory;
}

Status check_memory(uint64_t bytes, std::string_view who, std::string_view advice, Sink& sink,
                    const MachineMemory& machine) {
  constexpr uint64_t kWorthALine = uint64_t{1} << 30;
  const auto line = [&](uint64_t there, const char* what) {
    return fmt::format("{} need about {} of memory, and {} {}; {}", who, shown_bytes(bytes),
                       shown_bytes(there), what, advice);
  };
  if (machine.total > 0 && bytes > machine.total) return data_error(line(machine.total, "are all there is"));
  if (bytes >= kWorthALine && machine.available > 0 && bytes > machine.available / 2)
    sink.warn(line(machine.available, "are free"));
  return {};
}

std::optional<uint64_t> memory_limit(const std::string& groups, const std::string& root) {
  std::optional<uint64_t> least;
  // Lines are NUMBER:CONTROLLERS:PATH. Version 2 has one line, without controllers.
  std::istringstream lines(groups);
  for (std::string line; std::getline(lines, line);) {
    const size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    if (!controllers.empty() && controllers != "memory") continue;
    const std::filesystem::path top = root + (controllers.empty() ? "" : "/memory");
    const char* const name = controllers.empty() ? "memory.max" : "memory.limit_in_bytes";
    // A container may not see its own path, but then its group is mounted at the root.
    for (std::filesystem::path group = std::filesystem::path(line.substr(second + 1)).relative_path();;
         group = group.parent_path()) {
      std::ifstream file(top / group / name);
      if (uint64_t bytes = 0; file >> bytes) least = std::min(least.value_or(bytes), bytes);
      if (group.empty()) break;
    }
  }
  return least;
}

Result<uint64_t> parse_bytes(const std::string& text) {
  const auto refused = [&] {
    return usage_error(fmt::format("\"{}\" is not an amount of memory; try 500M or 8G", text));
  };
  if (text.find_first_not_of("0123456789.kKmMgGtTiIbB") != std::string::npos) return refused();
  char* end = nullptr;
  double amount = std::strtod(text.c_str(), &end);
  std::string unit(end);
  if (end == text.c_str()) return refused();
  constexpr const char* kUnits[] = {"", "k", "m", "g", "t"};
  for (auto& letter : unit) letter = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
  if (unit == "b") unit = "";
  for (const char* const one : kUnits) {
    const std::string name = one;
    if (unit == name || (!name.empty() && (unit == name + "b" || unit == name + "ib"))) {
      if (amount < 1 || amount > 0x1p62) return refused();
      return static_cast<uint64_t>(amount);
    }
    amount *= kKib;
  }
  return refused();
}

std::string shown_bytes(uint64_t bytes) {
  const auto in = [&](double unit) { return static_cast<double>(bytes) / unit; };
  if (bytes >= uint64_t{1} << 30) return fmt::format("{:.1f} GiB", in(0x1p30));
  if (bytes >= uint64_t{1} << 20) return fmt::format("{:.1f} MiB", in(0x1p20));
  return fmt::format("{} bytes", bytes);
}

void give_back_large_blocks() {
#if defined(__GLIBC__)
  ::mallopt(M_MMAP_THRESHOLD, 128 * 1024);  // its first value; setting it keeps it from growing
#endif
}

void discard_pages(char* begin, size_t size) {
  const auto from = reinterpret_cast<uintptr_t>(begin);
  drop_pages(from, from + size, false);
}

void let_go_of_pages(const char* begin, size_t size) {
  const auto from = reinterpret_cast<uintptr_t>(begin);
  drop_pages(from, from + size, true);
}

}  // namespace standfast
