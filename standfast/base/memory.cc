#include "standfast/base/memory.h"

#include <cstdlib>
#include <fstream>

#include <fmt/format.h>

namespace standfast {
namespace {

constexpr uint64_t kKib = 1024;

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
  return memory;
}

Result<uint64_t> parse_bytes(const std::string& text) {
  const auto refused = [&] {
    return usage_error(fmt::format("\"{}\" is no amount of memory; try 500M or 8G", text));
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

}  // namespace standfast
