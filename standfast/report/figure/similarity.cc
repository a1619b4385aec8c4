#include "standfast/report/figure/similarity.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>

#include "standfast/report/figure/largest.h"

namespace standfast::report {
namespace {

constexpr size_t kMostTopics = 60;

using Json = nlohmann::ordered_json;

double rounded(double value) {
  return std::round(value * 1e4) / 1e4;
}

std::vector<uint32_t> topics_kept(const TopicCosines& cosines, const CorpusSummary* summary) {
  std::unordered_map<std::string, uint64_t> documents;
  if (summary != nullptr)
    for (const auto& cell : summary->cells) documents[summary->topics[cell.topic]] += cell.documents;
  std::vector<uint64_t> totals;
  for (const auto& name : cosines.topics) {
    const auto found = documents.find(name);
    totals.push_back(found == documents.end() ? 0 : found->second);
  }
  auto kept = largest(totals, kMostTopics);
  std::sort(kept.begin(), kept.end());
  return kept;
}

}  // namespace

SimilarityShown similarity_shown(const TopicCosines& cosines, const CorpusSummary* summary) {
  const size_t all = cosines.topics.size();
  const auto kept = topics_kept(cosines, summary);
  SimilarityShown shown;
  if (kept.empty()) return shown;
  std::vector<double> distance;
  for (const auto i : kept)
    for (const auto j : kept) distance.push_back(1 - cosines.similarity[i * all + j]);
  shown.joins = average_linkage(distance, kept.size());
  const auto leaves = leaf_order(shown.joins);
  std::vector<uint32_t> place(kept.size());
  for (uint32_t k = 0; k < leaves.size(); ++k) {
    shown.order.push_back(kept[leaves[k]]);
    place[leaves[k]] = k;
  }
  for (auto& join : shown.joins)
    for (auto* side : {&join.left, &join.right})
      if (*side < kept.size()) *side = place[*side];
  return shown;
}

Json similarity_data(const TopicCosines& cosines, const SimilarityShown& shown) {
  Json data = {{"topics", Json::array()}, {"rows", Json::array()}, {"joins", Json::array()}};
  for (const auto i : shown.order) {
    data["topics"].push_back(cosines.topics[i]);
    Json row = Json::array();
    for (const auto j : shown.order)
      row.push_back(rounded(cosines.similarity[i * cosines.topics.size() + j]));
    data["rows"].push_back(std::move(row));
  }
  for (const auto& join : shown.joins) data["joins"].push_back({join.left, join.right, rounded(join.height)});
  return data;
}

}  // namespace standfast::report
