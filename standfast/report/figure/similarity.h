// The heat map of topics and the tree beside it.
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/base/json.h"
#include "standfast/cluster/linkage.h"
#include "standfast/result/run/run_reader.h"

namespace standfast::report {

// The topics of the map, at most 60, those with most documents, in the order of the tree's leaves; joins name
// leaf k of that order k. Clustered by average linkage of 1 - cosine, among the topics shown.
struct SimilarityShown {
  std::vector<uint32_t> order;  // places in TopicCosines::topics
  std::vector<Join> joins;
};
SimilarityShown similarity_shown(const TopicCosines& cosines, const CorpusSummary* summary);

// See Similarity in web/src/data.ts.
nlohmann::ordered_json similarity_data(const TopicCosines& cosines, const SimilarityShown& shown);

}  // namespace standfast::report
