#include "standfast/study/executor/unit_warnings.h"

#include <utility>

#include <fmt/format.h>

namespace standfast {
namespace {

// A line with one '#' for each number.
std::string without_numbers(std::string_view line) {
  std::string out;
  for (const char c : line) {
    const bool digit = c >= '0' && c <= '9';
    if (!digit)
      out += c;
    else if (out.empty() || out.back() != '#')
      out += '#';
  }
  return out;
}

}  // namespace

void UnitWarnings::add(const Unit& unit, std::string_view line) {
  const std::lock_guard lock(mutex_);
  const auto [place, is_new] = places_.emplace(without_numbers(line), kinds_.size());
  if (!is_new) {
    ++kinds_[place->second].others;
    return;
  }
  kinds_.push_back({std::string(line)});
  sink_.warn(fmt::format("{}: {}", unit.label(), line));
}

void UnitWarnings::end() {
  const std::lock_guard lock(mutex_);
  for (auto& kind : kinds_)
    if (const size_t others = std::exchange(kind.others, 0); others > 0)
      sink_.warn(fmt::format("{} more of: {}", others, kind.first));
}

}  // namespace standfast
