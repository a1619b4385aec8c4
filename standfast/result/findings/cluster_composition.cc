#include "standfast/result/findings/cluster_composition.h"

#include <algorithm>
#include <numeric>

namespace standfast::result {
namespace {

ClusterComposition composition_of(const SplitInfo& split, size_t condition) {
  ClusterComposition found{condition, split.seed, split.clusters->classes, {}, 0, 0};
  for (uint32_t k = 0; k < split.clusters->counts.size(); ++k) {
    const auto &counts = split.clusters->counts[k], &tested = split.clusters->tested[k];
    ClusterOfSplit one{k, {counts.begin(), counts.end()}, {tested.begin(), tested.end()}, 0, 0};
    one.documents = std::accumulate(one.counts.begin(), one.counts.end(), uint64_t{0});
    one.in_test = std::accumulate(one.tested.begin(), one.tested.end(), uint64_t{0});
    found.documents += one.documents;
    found.in_test += one.in_test;
    found.clusters.push_back(std::move(one));
  }
  std::ranges::stable_sort(found.clusters, [](const ClusterOfSplit& a, const ClusterOfSplit& b) {
    // a.in_test / a.documents > b.in_test / b.documents, without division.
    const uint64_t left = a.in_test * b.documents, right = b.in_test * a.documents;
    return left != right ? left > right : a.documents > b.documents;
  });
  return found;
}

}  // namespace

std::vector<ClusterComposition> cluster_compositions(const RunRecords& run, size_t corpus) {
  std::vector<ClusterComposition> all;
  for (size_t c = 0; c < run.conditions.size(); ++c)
    for (const auto& split : run.splits)
      if (split.corpus == run.corpora[corpus].name && split.condition == run.conditions[c].name &&
          run.conditions[c].side == kTestSide && split.clusters)
        all.push_back(composition_of(split, c));
  return all;
}

}  // namespace standfast::result
