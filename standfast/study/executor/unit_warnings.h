// Warnings and failures of units, each kind printed once: sixty cells that fail for one reason: two lines.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/sink.h"
#include "standfast/study/plan/unit.h"

namespace standfast {

class UnitWarnings {
 public:
  explicit UnitWarnings(Sink& sink) : sink_(sink) {}
  // Prints the first line of each kind with the label of its unit, and counts the others. Lines that differ
  // only in numbers are of one kind. Thread-safe.
  void add(const Unit& unit, std::string_view line);
  // Prints the number of suppressed lines of each kind.
  void end();

 private:
  Sink& sink_;
  std::mutex mutex_;
  std::map<std::string, size_t> places_;  // by the line without its numbers
  struct Kind {
    std::string first;
    size_t others = 0;
  };
  std::vector<Kind> kinds_;
};

}  // namespace standfast
