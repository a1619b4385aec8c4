#include "standfast/result/findings/topic_tree.h"

#include <algorithm>
#include <unordered_map>

#include "standfast/result/findings/largest.h"

namespace standfast::result {
namespace {

std::vector<uint32_t> topics_kept(const TopicCosines& cosines, const CorpusSummary* summary) {
  std::unordered_map<std::string, uint64_t> documents;
  if (summary != nullptr)
    for (const auto& cell : summary->cells) documents[summary->topics[cell.topic]] += cell.documents;
  std::vector<uint64_t> totals;
  for (const auto& name : cosines.topics) {
    const auto found = documents.find(name);
    totals.push_back(found == documents.end() ? 0 : found->second);
  }
  auto kept = largest(totals, kMostTopicsInTree);
  std::sort(kept.begin(), kept.end());
  return kept;
}

}  // namespace

TopicTree topic_tree(const TopicCosines& cosines, const CorpusSummary* summary) {
  const size_t all = cosines.topics.size();
  const auto kept = topics_kept(cosines, summary);
  TopicTree tree;
  tree.all = all;
  if (kept.empty()) return tree;
  std::vector<double> distance;
  for (const auto i : kept)
    for (const auto j : kept) distance.push_back(1 - cosines.similarity[i * all + j]);
  tree.joins = average_linkage(std::move(distance), kept.size());
  const auto leaves = leaf_order(tree.joins);
  std::vector<uint32_t> place(kept.size());
  for (uint32_t k = 0; k < leaves.size(); ++k) {
    tree.topics.push_back(cosines.topics[kept[leaves[k]]]);
    place[leaves[k]] = k;
  }
  for (auto& join : tree.joins)
    for (auto* side : {&join.left, &join.right})
      if (*side < kept.size()) *side = place[*side];
  for (const auto i : leaves)
    for (const auto j : leaves) tree.cosine.push_back(cosines.similarity[kept[i] * all + kept[j]]);
  return tree;
}

}  // namespace standfast::result
