// The key of a number. Every number that Standfast reports carries its key and the number of items it rests
// on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace standfast {

struct ScoreKey {
  std::string task;  // "verification", "classification"
  std::string corpus;
  std::string condition;
  std::string model;
  std::string side;  // "test", or "anti-test" where a shortcut is reversed
  std::string metric;
  uint32_t fold = 0;
  uint64_t seed = 0;
};

struct Score {
  ScoreKey key;
  std::optional<double> value;  // nothing where the metric is undefined on these items
  uint64_t n_used = 0;          // items the value rests on
  uint64_t n_total = 0;         // items in all
};

}  // namespace standfast
