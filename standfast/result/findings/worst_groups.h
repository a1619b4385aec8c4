// Worst-group accuracy: the topic, the class, the group of the study, and the group within a class of lowest
// accuracy. The last is a group in the sense of robust training (Sagawa et al. 2020, Distributionally Robust
// Neural Networks, section 2).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "standfast/metric/stat/interval.h"
#include "standfast/result/findings/class_items.h"

namespace standfast::result {

// Groups with fewer test documents are not compared.
inline constexpr uint64_t kLeastOfGroup = 20;

enum class GroupedBy : uint8_t { topic, target, group, target_and_group };

struct WorstGroup {
  size_t condition = 0, model = 0;  // places in RunRecords
  GroupedBy by = GroupedBy::topic;
  uint32_t group = 0;  // name_of_group() knows its name
  uint64_t n = 0;      // documents of the group
  double accuracy = 0;
  std::optional<Interval> interval;     // holds for all compared groups together
  uint64_t compared = 0, groups = 0;    // groups of at least kLeastOfGroup documents, and all
  uint64_t counted = 0, documents = 0;  // documents with a group of this kind, and all that were tested
  double accuracy_of_all = 0;           // of those counted
  std::optional<double> by_luck;        // the chance of a group as bad if all had one accuracy
};

// Returns the name of a group. If the target is the author, the classes are the authors.
std::string name_of_group(const RunRecords& run, size_t corpus, GroupedBy by, uint32_t group);

// Finds the worst group by topic, if every answer has one, then by class, then by the group of the study and
// by class and group, over the documents that have one. Each document counts with its first answer. A kind
// with fewer than two groups, or none to compare, is left out; so is the group of the study alone if it is
// the topic.
std::vector<WorstGroup> worst_groups(const RunRecords& run, size_t corpus, size_t condition, size_t model,
                                     const PooledItems& items, double level);

}  // namespace standfast::result
