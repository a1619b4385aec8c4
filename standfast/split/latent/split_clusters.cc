#include "standfast/split/latent/split_clusters.h"

#include <algorithm>

namespace standfast {

SplitClusters split_clusters(const LatentDocuments& documents, const std::vector<uint32_t>& cluster_of,
                             size_t clusters, const RowSet& test) {
  SplitClusters found{documents.classes, count_classes(documents, cluster_of, clusters), {}, {}};
  found.tested.assign(clusters, std::vector<uint32_t>(documents.classes.size(), 0));
  std::vector<std::vector<uint32_t>> rows(clusters);
  const std::vector<uint32_t> tested = test.list();
  for (size_t place = 0; place < documents.rows.size(); ++place) {
    rows[cluster_of[place]].push_back(documents.rows[place]);
    if (std::ranges::binary_search(tested, documents.rows[place]))
      ++found.tested[cluster_of[place]][documents.class_of[place]];
  }
  for (auto& of_cluster : rows) {
    std::ranges::sort(of_cluster);
    found.rows.emplace_back(of_cluster);
  }
  return found;
}

SplitClusters describe_clusters(const std::vector<RowSet>& clusters, const Column* classes,
                                const RowSet& test) {
  const auto code_of = [classes](uint32_t row) { return classes == nullptr ? 0 : classes->codes[row]; };
  std::vector<bool> seen(classes == nullptr ? 1 : classes->names.size(), false);
  for (const RowSet& rows : clusters)
    for (const uint32_t row : rows)
      if (code_of(row) != kMissing) seen[code_of(row)] = true;
  SplitClusters found;
  std::vector<size_t> place(seen.size(), 0);
  for (size_t code = 0; code < seen.size(); ++code) {
    if (!seen[code]) continue;
    place[code] = found.classes.size();
    found.classes.push_back(classes == nullptr ? "documents" : classes->names[code]);
  }
  const std::vector<uint32_t> tested = test.list();
  for (const RowSet& rows : clusters) {
    auto& counts = found.counts.emplace_back(found.classes.size(), 0);
    auto& in_test = found.tested.emplace_back(found.classes.size(), 0);
    auto& with_class = found.rows.emplace_back();
    for (const uint32_t row : rows) {
      if (code_of(row) == kMissing) continue;
      with_class.push_back(row);
      ++counts[place[code_of(row)]];
      if (std::ranges::binary_search(tested, row)) ++in_test[place[code_of(row)]];
    }
  }
  return found;
}

}  // namespace standfast
