#include "standfast/result/findings/corpus_topics.h"

#include <algorithm>
#include <unordered_map>

#include "standfast/result/findings/largest.h"

namespace standfast::result {
namespace {

// Returns the place of each item among the largest, and fills the names of the largest.
std::vector<size_t> choose(const std::vector<uint64_t>& totals, const std::vector<std::string>& all,
                           size_t most, std::vector<std::string>& shown) {
  std::vector<size_t> place(all.size(), kNotShown);
  for (const uint32_t i : largest(totals, most)) {
    place[i] = shown.size();
    shown.push_back(all[i]);
  }
  return place;
}

}  // namespace

DocumentMatrix document_matrix(const CorpusSummary& summary) {
  std::vector<uint64_t> by_author(summary.authors.size()), by_topic(summary.topics.size());
  for (const auto& cell : summary.cells) {
    by_author[cell.author] += cell.documents;
    by_topic[cell.topic] += cell.documents;
  }
  DocumentMatrix matrix;
  const auto author = choose(by_author, summary.authors, kMostAuthorsShown, matrix.authors);
  const auto topic = choose(by_topic, summary.topics, kMostTopicsShown, matrix.topics);
  matrix.of_all =
      matrix.authors.size() == summary.authors.size() && matrix.topics.size() == summary.topics.size();
  for (const auto& cell : summary.cells) {
    if (author[cell.author] == kNotShown || topic[cell.topic] == kNotShown) continue;
    matrix.cells.push_back({author[cell.author], topic[cell.topic], cell.documents});
    matrix.documents += cell.documents;
  }
  return matrix;
}

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
