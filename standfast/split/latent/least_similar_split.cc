#include "standfast/split/latent/least_similar_split.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/num/kernel/dot.h"
#include "standfast/split/folds.h"
#include "standfast/split/latent/latent_documents.h"
#include "standfast/split/latent/least_cut.h"
#include "standfast/split/latent/one_clustering.h"
#include "standfast/split/latent/split_clusters.h"

namespace standfast {
namespace {

constexpr const char* kLeastSimilar = "least-similar-split";
constexpr uint32_t kMostClusters = 200;

struct LeastSimilarOptions {
  OneClustering clustering = {};
  double test_share = 0.2, epsilon = 0.05, delta = 0.1;
  uint64_t most_nodes = 1'000'000;
  TrainSide train_side = {};
};

// The sums of cosines of the documents of two clusters: as the vectors have length 1, products of sums of vectors. A
// sum below 0 counts as 0. The diagonal holds pairs within a cluster, each twice, and each document with itself.
DenseMatrix sums_of_cosines(const FloatMatrix& units, const std::vector<uint32_t>& cluster_of, uint32_t k) {
  DenseMatrix sums(k, units.columns), cosines(k, k);
  for (size_t i = 0; i < units.rows; ++i)
    for (size_t c = 0; c < units.columns; ++c) sums.row(cluster_of[i])[c] += units.row(i)[c];
  for (uint32_t a = 0; a < k; ++a)
    for (uint32_t b = 0; b < k; ++b)
      cosines.row(a)[b] =
          std::max(0.0, dot(sums.row(std::min(a, b)).data(), sums.row(std::max(a, b)).data(), units.columns));
  return cosines;
}

// share x (1 -+ slack) of n, rounded away from the share.
SizeRange around(uint64_t n, double share, double slack) {
  __extension__ using Wide = unsigned __int128;
  constexpr uint64_t kOne = 1'000'000;
  const Wide whole = Wide{kOne} * kOne, wanted = Wide{n} * parts_per_million(share);
  const uint64_t parts = parts_per_million(slack);
  const auto low = static_cast<uint64_t>(wanted * (kOne - std::min(parts, kOne)) / whole);
  const auto high = static_cast<uint64_t>((wanted * (kOne + parts) + whole - 1) / whole);
  return {low, std::min(high, n)};
}

class LeastSimilarSplit final : public Splitter {
 public:
  LeastSimilarSplit(LeastSimilarOptions options, Options recorded)
      : options_(std::move(options)), recorded_(std::move(recorded)) {}

  Result<Split> split(const Corpus& corpus, const Sample& sample,
                      const SplitContext& context) const override {
    if (context.vectors.empty()) return needs_vectors(kLeastSimilar);
    SF_ASSIGN(const LatentDocuments documents, latent_documents(corpus, sample, context, {}, false, true));
    const size_t n = documents.rows.size();
    if (n < 2 || documents.distinct < 2)
      return data_error(fmt::format("{}: {} documents with {} different vectors are too few for 2 clusters",
                                    corpus.name(), n, documents.distinct));
    SF_ASSIGN(const KMeans means, clustered(corpus, documents, options_.clustering, context));
    const auto k = static_cast<uint32_t>(means.sizes.size());

    CutProblem problem;
    problem.weight = sums_of_cosines(documents.vectors, means.cluster_of, k);
    problem.counts = count_classes(documents, means.cluster_of, k);
    problem.all = around(n, options_.test_share, options_.epsilon);
    problem.all = {std::max<uint64_t>(problem.all.low, 1), std::min<uint64_t>(problem.all.high, n - 1)};
    for (const uint64_t size : documents.sizes)
      problem.of_class.push_back(around(size, options_.test_share, options_.delta));
    const auto cut =
        least_cut(problem, documents.classes, {.most_nodes = options_.most_nodes, .seed = context.seed});
    if (!cut)
      return data_error(fmt::format(
          "{}: {} is infeasible with {} clusters: {}. More clusters, or a larger epsilon (all documents) or delta "
          "(each class) may help",
          corpus.name(), kLeastSimilar, k, cut.error().message));

    std::vector<bool> tested(k, false);
    for (const uint32_t j : cut->chosen) tested[j] = true;
    std::vector<uint32_t> train, test;
    for (size_t i = 0; i < n; ++i) (tested[means.cluster_of[i]] ? test : train).push_back(documents.rows[i]);
    const size_t tested_documents = test.size();
    SplitBuilder builder(kLeastSimilar, recorded_.with("clusters", int64_t{k}), options_.train_side, corpus,
                         sample, context);
    if (documents.without_class > 0)
      builder.note(fmt::format("{} documents have no class: left out", documents.without_class));
    builder.add_fold(std::move(train), {}, std::move(test));
    builder.note(fmt::format("tested: cluster{} {} of {} in the space {}", cut->chosen.size() == 1 ? "" : "s",
                             fmt::join(cut->chosen, ", "), k, context.vectors.space));
    builder.note(note_of_leakage(problem.weight, *cut, n, tested_documents));
    builder.note(note_of_proof(*cut));
    SF_ASSIGN(Split split,
              std::move(builder).finish(fmt::format(
                  "One test side of {} of {} documents: the whole clusters that are least like the rest, within "
                  "bounds on its size{}.",
                  tested_documents, n, documents.classes.size() > 1 ? " and on each class" : "")));
    split.clusters = split_clusters(documents, means.cluster_of, k, split.folds.front().test);
    return split;
  }

 private:
  // Pairs of two documents in either order, and each document with itself.
  static std::string note_of_leakage(const DenseMatrix& weight, const Cut& cut, size_t n, size_t tested) {
    double all = 0;
    for (const double w : weight.data) all += w;
    if (all <= 0) return "leakage is undefined: no two clusters are alike, and no document is like itself";
    const auto documents = static_cast<double>(n), test = static_cast<double>(tested);
    const double chance =
        2 * test * (documents - test) / (documents * (documents - 1)) * std::max(0.0, all - documents) / all;
    return fmt::format(
        "leakage: {:.1f} % of all similarity (sums of cosines) is between test and train; between a random test side of "
        "{} documents and its train side it is about {:.1f} %",
        100 * 2 * cut.cross / all, tested, 100 * chance);
  }

  static std::string note_of_proof(const Cut& cut) {
    if (cut.optimal)
      return fmt::format("no other set of these clusters within the bounds has less (proved in {} nodes)",
                         cut.nodes);
    return fmt::format(
        "not proved to be the least: {} nodes (most-nodes) leave it open whether another set of these clusters has up "
        "to {:.1f} % less",
        cut.nodes, cut.cross > 0 ? 100 * (1 - cut.bound / cut.cross) : 0.0);
  }

  LeastSimilarOptions options_;
  Options recorded_;
};

}  // namespace

SplitterCatalog::Entry least_similar_split_splitter() {
  using O = LeastSimilarOptions;
  OptionTable<O> table;
  table.include(&O::clustering, one_clustering_table(50));
  table.add("test-share", &O::test_share, "share of the documents that is tested").above(0).below(1);
  table
      .add(
          "epsilon", &O::epsilon,
          "by how much of itself the size of the test side may be off, both ways: 0.05 of 100 documents is 95 to 105")
      .between(0, 1000);
  table.add("delta", &O::delta, "the same for the documents of each class; a large one leaves classes free")
      .between(0, 1000);
  table
      .add(
          "most-nodes", &O::most_nodes,
          "where the search stops, in nodes; the best set that was found is then taken, and a note says what is open")
      .between(1, 1e12);
  table.include(&O::train_side, train_side_table());
  table.require([](const O& o) -> std::string {
    return o.clustering.clusters < 2 || o.clustering.clusters > kMostClusters
               ? fmt::format("clusters = {}: 2 to {}, as sets of them are searched", o.clustering.clusters,
                             kMostClusters)
               : "";
  });
  return {.name = kLeastSimilar,
          .summary = "One test side of the whole clusters that are least like the rest, in bounded shares.",
          .citation = "after Joeres, Blumenthal and Kalinina 2025 (DataSAIL; Nature Communications 16)",
          .traits = {.reads_vectors = true, .reads_classes = true, .tests_all = false},
          .options = table,
          .make = made_as<Splitter, LeastSimilarSplit>(table)};
}

}  // namespace standfast
