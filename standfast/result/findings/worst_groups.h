// The topic and the class of lowest accuracy.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "standfast/metric/stat/interval.h"
#include "standfast/result/findings/class_items.h"

namespace standfast::result {

// Groups with fewer test documents are not compared.
inline constexpr uint64_t kLeastOfGroup = 20;

struct WorstGroup {
  size_t condition = 0, model = 0;  // places in RunRecords
  bool by_topic = true;             // group: place in CorpusInfo::tested_topics, else in CorpusInfo::classes
  uint32_t group = 0;
  uint64_t n = 0;  // documents of the group
  double accuracy = 0;
  std::optional<Interval> interval;   // holds for all compared groups together
  uint64_t compared = 0, groups = 0;  // groups of at least kLeastOfGroup documents, and all
  double accuracy_of_all = 0;
  std::optional<double> by_luck;  // the chance of a group as bad if all had one accuracy
};

// First by topic, if every answer has one, then by class. Each document counts with its first answer. A kind
// with fewer than two groups, or none to compare, is left out.
std::vector<WorstGroup> worst_groups(const RunRecords& run, size_t corpus, size_t condition, size_t model,
                                     const PooledItems& items, double level);

}  // namespace standfast::result
