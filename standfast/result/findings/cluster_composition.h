// What the clusters of a latent split hold, class by class, and which of them the first fold tests.
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/result/run/records.h"

namespace standfast::result {

struct ClusterOfSplit {
  uint32_t cluster = 0;                  // its number in the split
  std::vector<uint64_t> counts, tested;  // documents by class; of these in the test side
  uint64_t documents = 0, in_test = 0;   // their sums
  bool whole() const { return documents > 0 && in_test == documents; }
};

struct ClusterComposition {
  size_t condition = 0;  // place in RunRecords
  uint64_t seed = 0;
  std::vector<uint32_t> classes;         // places in CorpusInfo::classes; one kNoCode: documents have none
  std::vector<ClusterOfSplit> clusters;  // the most tested first: by share of tested documents, then by size
  uint64_t documents = 0, in_test = 0;
};

// By condition, then seed; of the splits that say what their clusters are.
std::vector<ClusterComposition> cluster_compositions(const RunRecords& run, size_t corpus);

}  // namespace standfast::result
