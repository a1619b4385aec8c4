// The topic, the class and the group of the study of lowest accuracy.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "standfast/metric/stat/interval.h"
#include "standfast/result/findings/class_items.h"

namespace standfast::result {

// Groups with fewer test documents are not compared.
inline constexpr uint64_t kLeastOfGroup = 20;

enum class GroupedBy : uint8_t { topic, target, group };

struct WorstGroup {
  size_t condition = 0, model = 0;  // places in RunRecords
  GroupedBy by = GroupedBy::topic;
  uint32_t group = 0;  // place in the names of groups
  uint64_t n = 0;      // documents of the group
  double accuracy = 0;
  std::optional<Interval> interval;     // holds for all compared groups together
  uint64_t compared = 0, groups = 0;    // groups of at least kLeastOfGroup documents, and all
  uint64_t counted = 0, documents = 0;  // documents with a group of this kind, and all that were tested
  double accuracy_of_all = 0;           // of those counted
  std::optional<double> by_luck;        // the chance of a group as bad if all had one accuracy
};

// The names of the groups. If the target is the author, the classes are the authors.
const std::vector<std::string>& names_of_groups(const RunRecords& run, size_t corpus, GroupedBy by);

// First by topic, if every answer has one, then by class, then by the group of the study, of the documents that
// have one. Each document counts with its first answer. A kind with fewer than two groups, or none to compare,
// is left out; so is the group of the study if it is the topic.
std::vector<WorstGroup> worst_groups(const RunRecords& run, size_t corpus, size_t condition, size_t model,
                                     const PooledItems& items, double level);

}  // namespace standfast::result
