// Least-Similar-Split: whole clusters are tested, chosen to minimize the similarity between test and train,
// with a bounded size and bounded shares of the classes (least_cut.h). The method follows DataSAIL (Joeres,
// Blumenthal, Kalinina 2025, Nature Communications 16), here for vectors of texts. With folds: whole clusters
// are assigned to k folds (least_parts.h). With a second column: only documents whose cluster and group are
// on the same side are kept (least_double_cut.h).
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/base/in_words.h"
#include "standfast/num/kernel/dense.h"
#include "standfast/num/kernel/dot.h"
#include "standfast/split/folds.h"
#include "standfast/split/latent/cluster_choice.h"
#include "standfast/split/latent/latent_documents.h"
#include "standfast/split/latent/least_cut.h"
#include "standfast/split/latent/least_double_cut.h"
#include "standfast/split/latent/least_parts.h"
#include "standfast/split/latent/split_clusters.h"
#include "standfast/split/splitters.h"

namespace standfast {
namespace {

// Clusters of documents with their similarities and sizes, the input of least-similar-split.
struct SimilarClusters {
  LatentDocuments documents;         // vectors of length 1
  std::vector<uint32_t> cluster_of;  // by place
  uint32_t k = 0;
  // By pair of clusters, the sum of cosines over the pairs of their documents; a negative sum counts as 0.
  // The diagonal holds the pairs within a cluster, each twice, and each document with itself.
  DenseMatrix weight;
  double all = 0;  // the sum of weight: the total similarity
  std::vector<std::vector<uint64_t>>
      counts;                      // by cluster, then class; documents, or bytes of text (1 or more each)
  std::vector<uint64_t> of_class;  // their sums
  uint64_t total = 0;              // the sum of these
};

// Sums cosines by pair of clusters. As the vectors have length 1, products of sums of vectors are sums of
// cosines.
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

// Clusters unit vectors by k-means. unit: documents or bytes. A data error if there are fewer than two
// documents or distinct vectors.
Result<SimilarClusters> similar_clusters(const Corpus& corpus, const Sample& sample,
                                         const OneClustering& options, SizeUnit unit,
                                         const SplitContext& context) {
  SimilarClusters found;
  SF_ASSIGN(found.documents, latent_documents(corpus, sample, context, {}, false, true));
  const LatentDocuments& documents = found.documents;
  const size_t n = documents.rows.size();
  if (n < 2 || documents.distinct < 2)
    return data_error(fmt::format("{}: {} documents with {} different vectors are too few for 2 clusters",
                                  corpus.name(), n, documents.distinct));
  SF_ASSIGN(KMeans means, clustered(corpus, documents, options, context));
  found.k = static_cast<uint32_t>(means.sizes.size());
  found.cluster_of = std::move(means.cluster_of);
  found.weight = sums_of_cosines(documents.vectors, found.cluster_of, found.k);
  found.all = std::accumulate(found.weight.data.begin(), found.weight.data.end(), 0.0);
  found.counts.assign(found.k, std::vector<uint64_t>(documents.classes.size(), 0));
  found.of_class.assign(documents.classes.size(), 0);
  for (size_t i = 0; i < n; ++i) {
    const uint64_t size =
        unit == SizeUnit::bytes ? std::max<uint64_t>(1, corpus.text(documents.rows[i]).size()) : 1;
    found.counts[found.cluster_of[i]][documents.class_of[i]] += size;
    found.of_class[documents.class_of[i]] += size;
    found.total += size;
  }
  return found;
}

// Returns the sum of cosines over the pairs of a document of one list and one of the other (places). A
// negative sum counts as 0.
double cosines_between(const LatentDocuments& documents, const std::vector<uint32_t>& a,
                       const std::vector<uint32_t>& b) {
  const size_t columns = documents.vectors.columns;
  const auto sum_of = [&](const std::vector<uint32_t>& places) {
    std::vector<double> sum(columns, 0);
    for (const uint32_t place : places)
      for (size_t c = 0; c < columns; ++c) sum[c] += documents.vectors.row(place)[c];
    return sum;
  };
  const auto of_a = sum_of(a), of_b = sum_of(b);
  return std::max(0.0, dot(of_a.data(), of_b.data(), columns));
}

constexpr const char* kLeastSimilar = "least-similar-split";
constexpr uint32_t kMostClusters = 200;  // the search is over sets of clusters
constexpr uint64_t kWhole = 1'000'000;

struct LeastSimilarOptions {
  OneClustering clustering = {};
  uint32_t folds = 1;
  std::string also{kNoColumn};
  double test_share = 0.2, epsilon = 0.05, delta = 0.1, lost_weight = 1;
  SizeUnit unit = SizeUnit::documents;
  uint64_t most_nodes = 1'000'000;
  TrainSide train_side = {};
};

std::string percent_of(double part, double whole) {
  return fmt::format("{:.1f} %", whole > 0 ? 100 * part / whole : 0.0);
}

class LeastSimilarSplit final : public Splitter {
 public:
  LeastSimilarSplit(LeastSimilarOptions options, Options recorded)
      : options_(std::move(options)), recorded_(std::move(recorded)) {}

  Result<Split> split(const Corpus& corpus, const Sample& sample,
                      const SplitContext& context) const override {
    if (context.vectors.empty()) return needs_vectors(kLeastSimilar);
    Sample used = sample;
    std::optional<SplitGroups> groups;
    if (options_.also != kNoColumn) {
      SF_ASSIGN(groups, split_groups(corpus, sample, options_.also));
      order_by_id(corpus, *groups);
      std::vector<bool> without(corpus.size(), false);
      for (const uint32_t row : groups->without) without[row] = true;
      std::erase_if(used.rows, [&](uint32_t row) { return without[row]; });
    }
    SF_ASSIGN(const SimilarClusters clusters,
              similar_clusters(corpus, used, options_.clustering, options_.unit, context));
    SplitBuilder builder(kLeastSimilar, recorded_.with("clusters", int64_t{clusters.k}), options_.train_side,
                         corpus, sample, context);
    if (clusters.documents.without_class > 0)
      builder.note(fmt::format("{} documents have no class: left out", clusters.documents.without_class));
    if (groups) return two_dimensions(std::move(builder), corpus, clusters, *groups, context);
    return options_.folds > 1 ? folds(std::move(builder), corpus, clusters, context)
                              : one_side(std::move(builder), corpus, clusters, context);
  }

 private:
  using Places = std::vector<uint32_t>;

  // Returns the cut problem with bounds for a set of clusters that holds a share of all.
  CutProblem problem_of(const SimilarClusters& clusters, uint64_t parts, uint64_t whole) const {
    CutProblem problem{clusters.weight,
                       clusters.counts,
                       around(clusters.total, parts, whole, parts_per_million(options_.epsilon)),
                       {}};
    problem.all = {std::max<uint64_t>(problem.all.low, 1),
                   std::min<uint64_t>(problem.all.high, clusters.total - 1)};
    for (const uint64_t size : clusters.of_class)
      problem.of_class.push_back(around(size, parts, whole, parts_per_million(options_.delta)));
    return problem;
  }
  CutOptions search_of(const SplitContext& context) const {
    return {.most_nodes = options_.most_nodes, .seed = context.seed};
  }
  Failure infeasible(const Corpus& corpus, uint32_t k, const std::string& why) const {
    return data_error(fmt::format(
        "{}: {} is infeasible with {} clusters: {}. More clusters, or a larger epsilon (all documents) or "
        "delta (each class) may help",
        corpus.name(), kLeastSimilar, k, why));
  }
  static std::vector<uint32_t> rows_at(const SimilarClusters& clusters, const Places& places) {
    std::vector<uint32_t> rows;
    for (const uint32_t place : places) rows.push_back(clusters.documents.rows[place]);
    return rows;
  }
  static std::string bounds_in_words(const SimilarClusters& clusters) {
    return clusters.documents.classes.size() > 1 ? " and on each class" : "";
  }

  Result<Split> one_side(SplitBuilder builder, const Corpus& corpus, const SimilarClusters& clusters,
                         const SplitContext& context) const {
    const size_t n = clusters.documents.rows.size();
    const auto cut = least_cut(problem_of(clusters, parts_per_million(options_.test_share), kWhole),
                               clusters.documents.classes, search_of(context));
    if (!cut) return infeasible(corpus, clusters.k, cut.error().message);
    std::vector<bool> tested(clusters.k, false);
    for (const uint32_t j : cut->chosen) tested[j] = true;
    Places train, test;
    for (uint32_t i = 0; i < n; ++i) (tested[clusters.cluster_of[i]] ? test : train).push_back(i);
    builder.add_fold(rows_at(clusters, train), {}, rows_at(clusters, test));
    builder.note(fmt::format("tested: cluster{} {} of {} in the space {}", cut->chosen.size() == 1 ? "" : "s",
                             fmt::join(cut->chosen, ", "), clusters.k, context.vectors.space));
    const auto of_pairs = static_cast<double>(test.size()) * static_cast<double>(n - test.size());
    builder.note(
        note_of_leakage(clusters, cut->cross, of_pairs, "test and train",
                        fmt::format("a random test side of {} documents and its train side", test.size())));
    builder.note(note_of_proof(cut->optimal, cut->nodes, cut->cross, cut->bound, "sets of these clusters"));
    return finished(
        std::move(builder), clusters,
        fmt::format(
            "One test side of {} of {} documents: the whole clusters least similar to the rest, within "
            "bounds on its size{}.",
            test.size(), n, bounds_in_words(clusters)));
  }

  Result<Split> folds(SplitBuilder builder, const Corpus& corpus, const SimilarClusters& clusters,
                      const SplitContext& context) const {
    const auto found = least_parts(problem_of(clusters, 1, options_.folds), options_.folds,
                                   clusters.documents.classes, search_of(context));
    if (!found) return infeasible(corpus, clusters.k, found.error().message);
    std::vector<Places> parts(options_.folds);
    for (uint32_t i = 0; i < clusters.documents.rows.size(); ++i)
      parts[found->part_of[clusters.cluster_of[i]]].push_back(i);
    std::vector<std::vector<uint32_t>> rows;
    double of_pairs = 0;
    for (size_t p = 0; p < parts.size(); ++p) {
      rows.push_back(rows_at(clusters, parts[p]));
      for (size_t q = 0; q < p; ++q)
        of_pairs += static_cast<double>(parts[p].size()) * static_cast<double>(parts[q].size());
    }
    builder.add_partition(rows);
    for (uint32_t p = 0; p < parts.size(); ++p) {
      std::vector<uint32_t> mine;
      for (uint32_t j = 0; j < clusters.k; ++j)
        if (found->part_of[j] == p) mine.push_back(j);
      builder.note(fmt::format("fold {} tests cluster{} {} of {} in the space {}", p,
                               mine.size() == 1 ? "" : "s", fmt::join(mine, ", "), clusters.k,
                               context.vectors.space));
    }
    builder.note(
        note_of_leakage(clusters, found->cross, of_pairs, "different folds", "random folds of these sizes"));
    builder.note(
        note_of_proof(found->optimal, found->nodes, found->cross, found->bound, "folds of these clusters"));
    return finished(
        std::move(builder), clusters,
        fmt::format(
            "{} folds of whole clusters with the least similarity that was found, within bounds on the "
            "size of a fold{}.",
            options_.folds, bounds_in_words(clusters)));
  }

  Result<Split> two_dimensions(SplitBuilder builder, const Corpus& corpus, const SimilarClusters& clusters,
                               const SplitGroups& groups, const SplitContext& context) const {
    const size_t n = clusters.documents.rows.size();
    std::vector<uint32_t> group_of(corpus.size(), 0);
    for (uint32_t g = 0; g < groups.rows.size(); ++g)
      for (const uint32_t row : groups.rows[g]) group_of[row] = g;
    DoubleCutProblem problem{.weight = clusters.weight,
                             .cells = {},
                             .groups = static_cast<uint32_t>(groups.rows.size()),
                             .classes = static_cast<uint32_t>(clusters.documents.classes.size()),
                             .loss = options_.lost_weight / static_cast<double>(n),
                             .share = parts_per_million(options_.test_share),
                             .slack = parts_per_million(options_.epsilon),
                             .class_slack = parts_per_million(options_.delta)};
    // These are shares of the total similarity: a pair of documents counts in both orders.
    if (clusters.all > 0)
      for (double& weight : problem.weight.data) weight *= 2 / clusters.all;
    for (uint32_t i = 0; i < n; ++i)
      problem.cells.push_back(
          {clusters.cluster_of[i], group_of[clusters.documents.rows[i]], clusters.documents.class_of[i], 1});
    merge(problem.cells);
    const auto cut = least_double_cut(problem, search_of(context));
    if (!cut) return infeasible(corpus, clusters.k, cut.error().message);

    Places train, test;
    std::vector<uint32_t> lost;
    for (uint32_t i = 0; i < n; ++i) {
      const uint32_t row = clusters.documents.rows[i];
      const bool cluster = cut->tests_cluster[clusters.cluster_of[i]],
                 group = cut->tests_group[group_of[row]];
      if (cluster != group)
        lost.push_back(row);
      else
        (cluster ? test : train).push_back(i);
    }
    builder.add_fold(rows_at(clusters, train), {}, rows_at(clusters, test), std::move(lost));
    if (!groups.without.empty())
      builder.note(fmt::format("{} documents have no {}: left out", groups.without.size(), options_.also));
    builder.note(fmt::format("on the test side: {} of {} clusters in the space {}, and {} of {} {}",
                             count(cut->tests_cluster), clusters.k, context.vectors.space,
                             count(cut->tests_group), groups.rows.size(), plural(options_.also)));
    builder.note(fmt::format(
        "{} of {} documents are aside: their cluster is on one side and their {} on the other; {} "
        "are tested and {} train, {} of what remains",
        cut->lost, n, options_.also, cut->tested, cut->trained,
        percent_of(static_cast<double>(cut->tested), static_cast<double>(cut->tested + cut->trained))));
    const auto of_pairs = static_cast<double>(test.size()) * static_cast<double>(train.size());
    builder.note(note_of_leakage(
        clusters, cosines_between(clusters.documents, test, train), of_pairs, "test and train",
        fmt::format("a random test side of {} documents and {} others", test.size(), train.size())));
    builder.note(
        fmt::format("cost: {:.4f}, {:.4f} of it similarity between clusters of the two sides, the rest "
                    "documents that are aside",
                    cut->cost, cut->cross));
    builder.note(
        note_of_proof(cut->optimal, cut->nodes, cut->cost, cut->bound, "sides of clusters and groups"));
    return finished(
        std::move(builder), clusters,
        fmt::format(
            "One test side of {} documents whose cluster and whose {} are both tested; {} train, {} are "
            "aside.",
            cut->tested, options_.also, cut->trained, cut->lost));
  }

  static Result<Split> finished(SplitBuilder builder, const SimilarClusters& clusters, std::string reason) {
    SF_ASSIGN(Split split, std::move(builder).finish(std::move(reason)));
    split.clusters =
        split_clusters(clusters.documents, clusters.cluster_of, clusters.k, split.folds.front().test);
    return split;
  }

  static size_t count(const std::vector<bool>& bits) {
    return static_cast<size_t>(std::ranges::count(bits, true));
  }
  // Merges cells of one cluster, group and class.
  static void merge(std::vector<DoubleCutProblem::Cell>& cells) {
    const auto place = [](const DoubleCutProblem::Cell& cell) {
      return std::tuple(cell.cluster, cell.group, cell.of_class);
    };
    std::ranges::sort(cells, {}, place);
    size_t kept = 0;
    for (size_t i = 0; i < cells.size(); ++i)
      if (kept > 0 && place(cells[kept - 1]) == place(cells[i]))
        cells[kept - 1].documents += cells[i].documents;
      else
        cells[kept++] = cells[i];
    cells.resize(kept);
  }

  // Describes the leakage. All similarity counts pairs in both orders, and each document with itself. pairs:
  // the number of document pairs between the sides, each once.
  static std::string note_of_leakage(const SimilarClusters& clusters, double cross, double pairs,
                                     const std::string& between, const std::string& random) {
    if (clusters.all <= 0)
      return "leakage is undefined: no two clusters are similar, and no document is similar to itself";
    const auto n = static_cast<double>(clusters.documents.rows.size());
    const double chance = 2 * pairs / (n * (n - 1)) * std::max(0.0, clusters.all - n) / clusters.all;
    return fmt::format(
        "leakage: {:.1f} % of all similarity (cosines added up by two clusters, none below 0) is between {}; "
        "between {} it is about {:.1f} %",
        100 * 2 * cross / clusters.all, between, random, 100 * chance);
  }

  static std::string note_of_proof(bool optimal, uint64_t nodes, double least, double bound,
                                   const std::string& what) {
    if (optimal)
      return fmt::format("no other {} within the bounds have less (proved in {} nodes)", what, nodes);
    return fmt::format(
        "not proved to be minimal: after {} nodes (most-nodes), other {} may still have up to {:.1f} % less",
        nodes, what, least > 0 ? 100 * (1 - bound / least) : 0.0);
  }

  LeastSimilarOptions options_;
  Options recorded_;
};

std::string objection_to_similar(const LeastSimilarOptions& o) {
  if (o.also == kNoColumn) return "";
  if (o.folds > 1)
    return "folds and also cannot be combined: each fold of two dimensions would lose most documents";
  if (o.unit != SizeUnit::documents) return "also counts documents, so size-unit is documents";
  return "";
}

}  // namespace

SplitterCatalog::Entry least_similar_split_splitter() {
  using O = LeastSimilarOptions;
  OptionTable<O> table;
  table.include(&O::clustering, one_clustering_table(50, 2, kMostClusters));
  table
      .add(
          "folds", &O::folds,
          "1: one test side; more: the number of folds; each document is tested once, and similarity between "
          "folds is least")
      .between(1, 100);
  table
      .add("also", &O::also,
           "the column of a second dimension (author, source ...): a document is tested if its cluster and "
           "its value are both on the test side, trains if both are on the train side, and is aside "
           "otherwise; none: one dimension")
      .column();
  table
      .add("lost-weight", &O::lost_weight,
           "with also: the cost if all documents were aside; all similarity between the sides costs 1")
      .above(0)
      .at_most(1000);
  table
      .add("test-share", &O::test_share,
           "share of the documents that is tested; with also: of the documents that are not aside; no "
           "effect with folds")
      .above(0)
      .below(1);
  table
      .add("epsilon", &O::epsilon,
           "relative tolerance of the size of a test side, up and down: 0.05 of 100 documents allows 95 to "
           "105")
      .between(0, 1000);
  table.add("delta", &O::delta, "the same for the documents of each class; a large value leaves classes free")
      .between(0, 1000);
  table.words("size-unit", &O::unit, {{"documents", SizeUnit::documents}, {"bytes", SizeUnit::bytes}},
              "unit of sizes: documents, or bytes of text");
  table
      .add("most-nodes", &O::most_nodes,
           "limit of the search, in nodes; at the limit the best set found is taken, and a note gives the "
           "possible gain")
      .between(1, 1e12);
  table.include(&O::train_side, train_side_table());
  table.require(objection_to_similar);
  return {.name = kLeastSimilar,
          .summary =
              "One test side, or k folds, of the whole clusters least similar to the rest, in bounded "
              "shares.",
          .citation = "after Joeres, Blumenthal and Kalinina 2025 (DataSAIL; Nature Communications 16)",
          .traits = {.reads_vectors = true, .reads_classes = true, .tests_all = false, .keeps_whole = "also"},
          .options = table,
          .make = made_as<Splitter, LeastSimilarSplit>(table)};
}

}  // namespace standfast
