// k-fold cross-validation over clusters of documents in a vector space. The test side of a fold lies in
// regions of the space that training has not seen. The method follows the latent-feature splits of Züfle,
// Dankers and Titov 2023 (GenBench), where the space belongs to a fitted model; here clusters come from
// average linkage (cluster/linkage.h) over cosine distances, cut to a given number of clusters. A cluster
// stays whole, and folds are balanced in integers.
//
// Documents are clustered in the order of their ids, so the order of the corpus does not change the clusters.
// A zero vector has distance 0 from another zero vector and distance 1 from every other vector.
#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "standfast/base/option_table.h"
#include "standfast/base/parallel.h"
#include "standfast/cluster/linkage.h"
#include "standfast/num/kernel/dot.h"
#include "standfast/split/fold_balance.h"
#include "standfast/split/folds.h"
#include "standfast/split/group_k_fold.h"
#include "standfast/split/latent/split_clusters.h"
#include "standfast/split/splitters.h"

namespace standfast {
namespace {

constexpr const char* kClusterKFold = "cluster-k-fold";
constexpr uint32_t kClustersPerFold = 5;
constexpr double kSame = 1e-12;  // cosine distance of parallel vectors, up to rounding

enum class Balance : uint8_t { clusters, documents, bytes, classes };

struct ClusterKFoldOptions {
  uint32_t clusters = 0;
  FoldCounts counts = {};
  Balance balance = Balance::documents;
  TrainSide train_side = {};
};

// Returns the rows at these places, scaled to length 1; zero rows stay as they are.
DenseMatrix unit_rows(const MatrixView<const float>& matrix, std::span<const size_t> places) {
  DenseMatrix out(places.size(), matrix.columns);
  for (size_t i = 0; i < places.size(); ++i) {
    std::ranges::copy(matrix.row(places[i]), out.row(i).begin());
    const auto row = out.row(i);
    const double length = std::sqrt(dot(row.data(), row.data(), row.size()));
    if (length > 0)
      for (double& value : row) value /= length;
  }
  return out;
}

std::vector<double> cosine_distances(const DenseMatrix& units, int threads) {
  const size_t n = units.rows;
  std::vector<char> zero(n);
  for (size_t i = 0; i < n; ++i) zero[i] = std::ranges::all_of(units.row(i), [](double v) { return v == 0; });
  std::vector<double> distances(n * n);
  parallel_for(
      n, threads,
      [&](size_t i) {
        for (size_t j = i + 1; j < n; ++j)
          distances[i * n + j] = distances[j * n + i] =
              zero[i] != 0 && zero[j] != 0
                  ? 0
                  : std::max(0.0, 1 - dot(units.row(i).data(), units.row(j).data(), units.columns));
      },
      16);
  return distances;
}

class ClusterKFold final : public Splitter {
 public:
  ClusterKFold(const ClusterKFoldOptions& options, Options recorded)
      : options_(options), recorded_(std::move(recorded)) {}

  Result<Split> split(const Corpus& corpus, const Sample& sample,
                      const SplitContext& context) const override {
    const FoldCounts& counts = options_.counts;
    if (context.vectors.empty()) return needs_vectors(kClusterKFold);
    if (options_.balance == Balance::classes && context.classes == nullptr)
      return usage_error(fmt::format(
          "{}: balance = classes needs classes, and the documents have none here; balance = documents does "
          "not",
          kClusterKFold));
    SF_ASSIGN(const auto clusters, clusters_of(corpus, sample, context));
    SplitBuilder builder(kClusterKFold, recorded_, options_.train_side, corpus, sample, context);
    const auto sizes = group_sizes(corpus, clusters, SizeUnit::documents);
    const auto weights =
        options_.balance == Balance::bytes ? group_sizes(corpus, clusters, SizeUnit::bytes) : sizes;
    const auto classes = options_.balance == Balance::classes ? class_counts(clusters, *context.classes)
                                                              : std::vector<std::vector<uint64_t>>();
    SF_TRY(
        deal_groups(builder, corpus, kClusterKFold, "cluster", counts, clusters, context.seed, [&](Rng& rng) {
          return options_.balance == Balance::classes
                     ? assign_by_classes(classes, counts.folds, rng)
                     : assign_groups(weights, counts.folds, options_.balance != Balance::clusters, rng);
        }));
    builder.note(fmt::format("{} documents in {} clusters in the space {}: the largest has {}, {} have one",
                             sample.rows.size(), clusters.size(), context.vectors.space,
                             *std::ranges::max_element(sizes), std::ranges::count(sizes, 1U)));
    SF_ASSIGN(
        Split split,
        std::move(builder).finish(fmt::format(
            "{} folds of whole clusters: documents that are near each other in the space are on one side.",
            counts.folds)));
    std::vector<RowSet> rows;
    for (const auto& cluster : clusters) rows.push_back(sorted_rows(cluster));
    split.clusters = describe_clusters(rows, context.classes, split.folds.front().test);
    return split;
  }

 private:
  // Returns the rows of each cluster; clusters are ordered by their smallest id.
  Result<std::vector<std::vector<uint32_t>>> clusters_of(const Corpus& corpus, const Sample& sample,
                                                         const SplitContext& context) const {
    const size_t n = sample.rows.size();
    if (n > kMostClustered)
      return data_error(fmt::format(
          "{}: {} compares every document with every other, and {} are too many for that ({} at most); "
          "take fewer with sample (max-docs of a topic), only or limit",
          corpus.name(), kClusterKFold, n, kMostClustered));
    const uint64_t wanted = options_.clusters > 0
                                ? options_.clusters
                                : std::min<uint64_t>(uint64_t{kClustersPerFold} * options_.counts.folds, n);
    if (wanted > n)
      return data_error(
          fmt::format("{}: {} documents are too few for {} clusters", corpus.name(), n, wanted));
    if (wanted < options_.counts.folds)
      return data_error(fmt::format("{}: {} clusters are too few for {} folds of whole clusters",
                                    corpus.name(), wanted, options_.counts.folds));
    std::vector<uint32_t> rows = sample.rows;
    std::ranges::sort(rows, [&](uint32_t a, uint32_t b) { return corpus.id(a) < corpus.id(b); });
    SF_ASSIGN(const auto places, places_of(corpus, context.vectors, rows));
    context.sink->progress("clusters", 0, 1);
    auto distances = cosine_distances(unit_rows(context.vectors.matrix, places), context.threads);
    const auto joins = average_linkage(std::move(distances), n);
    context.sink->progress("clusters", 1, 1);
    // Documents with equal vectors must stay together, so there are at most as many clusters as distinct
    // vectors.
    const auto different = static_cast<uint64_t>(
        n - std::ranges::count_if(joins, [](const Join& join) { return join.height <= kSame; }));
    if (different < options_.counts.folds)
      return data_error(fmt::format(
          "{}: {} documents with {} different vectors in the space {} are too few for {} folds of whole "
          "clusters",
          corpus.name(), n, different, context.vectors.space, options_.counts.folds));
    const uint64_t made = std::min(wanted, different);
    const auto cluster_of = cut_tree(joins, made);
    std::vector<std::vector<uint32_t>> clusters(made);
    for (size_t i = 0; i < n; ++i) clusters[cluster_of[i]].push_back(rows[i]);
    return clusters;
  }

  // Counts the documents of each class in each cluster. Documents without a class count as a class of their
  // own.
  static std::vector<std::vector<uint64_t>> class_counts(const std::vector<std::vector<uint32_t>>& clusters,
                                                         const Column& classes) {
    const size_t n = classes.names.size();
    std::vector<std::vector<uint64_t>> counts;
    for (const auto& rows : clusters) {
      auto& of_cluster = counts.emplace_back(n + 1, 0);
      for (const uint32_t row : rows) {
        const uint32_t code = classes.codes[row];
        ++of_cluster[code == kMissing ? n : code];
      }
    }
    return counts;
  }

  ClusterKFoldOptions options_;
  Options recorded_;
};

}  // namespace

SplitterCatalog::Entry cluster_k_fold_splitter() {
  OptionTable<ClusterKFoldOptions> table;
  table.add("clusters", &ClusterKFoldOptions::clusters,
            "number of clusters; 0: five for each fold; fewer if there are fewer different vectors");
  table.include(&ClusterKFoldOptions::counts, fold_count_table());
  table.words_in_order(
      "balance", &ClusterKFoldOptions::balance,
      std::vector<std::string>{"clusters", "documents", "bytes", "classes"},
      "clusters: every fold has the same number of clusters, give or take one; documents: nearly as "
      "even in documents as whole clusters allow; bytes: in the length of texts; classes: in documents of "
      "each class");
  table.include(&ClusterKFoldOptions::train_side, train_side_table());
  return {.name = kClusterKFold,
          .summary =
              "Clusters of documents in a space of vectors into k folds: training never saw the region that "
              "is tested.",
          .citation = "after Züfle, Dankers and Titov 2023 (latent feature-based data splits)",
          .traits = {.reads_vectors = true, .reads_classes = true},
          .options = table,
          .make = made_as<Splitter, ClusterKFold>(table)};
}

}  // namespace standfast
