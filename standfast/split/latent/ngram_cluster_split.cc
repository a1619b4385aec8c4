// N-gram-cluster split: documents are clustered by shared words and phrases, and whole clusters are tested,
// within exact quotas of the classes. So the vocabulary shifts from train to test. The idea is that of
// Broscheit, Do, Gaspers 2022 ("Distributionally robust finetuning BERT for covariate drift in spoken
// language understanding", ACL), who cluster n-gram features; their exact features and sizes are not known to
// us, so these are our own:
//
// tf-idf of words, pairs and triples of words; a truncated SVD of it; rows scaled to length 1, so that
// k-means on them is spherical up to the length of the centres; the set of clusters that comes nearest to the
// quotas (subset_sum.h). With folds: all clusters of one clustering, assigned to k folds as evenly as the
// search finds, in documents and in each class (fold_balance.h).
#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "standfast/feature/encoder/word_options.h"
#include "standfast/num/factor/svd.h"
#include "standfast/split/fold_balance.h"
#include "standfast/split/group_k_fold.h"
#include "standfast/split/latent/cluster_choice.h"
#include "standfast/split/latent/drawn_fill.h"
#include "standfast/split/latent/latent_documents.h"
#include "standfast/split/latent/latent_split.h"
#include "standfast/split/latent/split_clusters.h"
#include "standfast/split/latent/subset_sum.h"
#include "standfast/split/splitters.h"

namespace standfast {
namespace {

constexpr const char* kNgramCluster = "ngram-cluster-split";

enum class Filling : uint8_t { none, drawn };

struct NgramClusterOptions {
  uint32_t max_n = 3;
  WordBounds words = {};
  uint32_t components = 100;
  uint32_t folds = 1;
  LatentOptions latent = {};
  Filling fill = Filling::none;
};

// Vectors of the documents of a sample, in the form that splitters take.
struct NgramSpace {
  std::vector<uint32_t> rows;  // ascending
  FloatMatrix vectors;
};

Result<NgramSpace> ngram_space(const NgramClusterOptions& options, const Corpus& corpus, const Sample& sample,
                               const SplitContext& context) {
  TfidfOptions terms = word_tfidf(options.words);
  terms.max_n = options.max_n;
  auto made = word_matrix({&corpus, sample.rows}, terms, context.threads);
  if (!made) return with_context(corpus.name(), made.error());
  const auto most = static_cast<uint32_t>(std::min(made->matrix.rows(), made->words()));
  const TruncatedSvd svd = truncated_svd(made->matrix, {.components = std::min(options.components, most)},
                                         context.seed, context.threads);
  // Rows of the matrix are in the order of ids.
  std::vector<uint32_t> order(made->rows.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](uint32_t i) { return made->rows[i]; });
  NgramSpace space{{}, FloatMatrix(order.size(), svd.documents.columns)};
  for (size_t i = 0; i < order.size(); ++i) {
    space.rows.push_back(made->rows[order[i]]);
    std::ranges::transform(svd.documents.row(order[i]), space.vectors.row(i).begin(),
                           [](double value) { return static_cast<float>(value); });
  }
  to_unit_length(space.vectors);
  return space;
}

class NgramClusterSplit final : public Splitter {
 public:
  NgramClusterSplit(NgramClusterOptions options, Options recorded)
      : options_(std::move(options)), recorded_(std::move(recorded)) {}

  Result<Split> split(const Corpus& corpus, const Sample& sample,
                      const SplitContext& context) const override {
    SF_ASSIGN(const NgramSpace space, ngram_space(options_, corpus, sample, context));
    SplitContext inside = context;
    inside.vectors = {space.vectors, space.rows, space_name()};
    if (options_.folds > 1) return folds(corpus, sample, inside);
    const LatentMethod method{
        .name = kNgramCluster,
        .pick = [](const LatentDocuments&, const std::vector<uint32_t>& quotas,
                   const Clustering& clustering) -> Result<std::vector<uint32_t>> {
          auto best = best_subset(clustering.counts, quotas);
          if (!best)
            return data_error(fmt::format(
                "{} with k = {}: {}. A smaller k-max, a smaller test share or fewer classes make fewer sums",
                kNgramCluster, clustering.k, best.error().message));
          return best->chosen;
        },
        .fill = [this, &corpus, &context](const LatentDocuments& documents, const ClusterChoice& choice,
                                          const std::vector<uint32_t>&) -> Result<Added> {
          if (options_.fill == Filling::none) return Added{};
          Fill fill = draw_fill(corpus, documents, choice, {}, context.seed);
          return Added{std::move(fill.places), "drawn from other clusters"};
        },
        .reason = "whole clusters of documents that share words and phrases."};
    return latent_split(method, options_.latent, recorded_, corpus, sample, inside);
  }

 private:
  // Assigns k-max clusters to folds.
  Result<Split> folds(const Corpus& corpus, const Sample& sample, const SplitContext& context) const {
    const LatentOptions& latent = options_.latent;
    SF_ASSIGN(const LatentDocuments documents,
              latent_documents(corpus, sample, context, latent.class_order, latent.centre));
    SF_ASSIGN(const KMeans means,
              clustered(corpus, documents, {latent.sweep.k_max, latent.sweep.restarts}, context));
    const auto k = static_cast<uint32_t>(means.sizes.size());
    std::vector<std::vector<uint32_t>> clusters(k);
    std::vector<std::vector<uint64_t>> counts(k, std::vector<uint64_t>(documents.classes.size(), 0));
    for (uint32_t i = 0; i < documents.rows.size(); ++i) {
      clusters[means.cluster_of[i]].push_back(documents.rows[i]);
      ++counts[means.cluster_of[i]][documents.class_of[i]];
    }
    SplitBuilder builder(kNgramCluster, recorded_.with("k-max", int64_t{k}), latent.train_side, corpus,
                         sample, context);
    if (documents.without_class > 0)
      builder.note(fmt::format("{} documents have no class: left out", documents.without_class));
    SF_TRY(deal_groups(builder, corpus, kNgramCluster, "cluster", {.folds = options_.folds, .repeats = 1},
                       clusters, context.seed,
                       [&](Rng& rng) { return assign_by_classes(counts, options_.folds, rng); }));
    builder.note(fmt::format("{} documents in {} clusters in the space {}: the largest has {}",
                             documents.rows.size(), k, context.vectors.space,
                             *std::ranges::max_element(means.sizes)));
    SF_ASSIGN(Split split,
              std::move(builder).finish(fmt::format(
                  "{} folds of whole clusters of documents that share words and phrases.", options_.folds)));
    split.clusters = split_clusters(documents, means.cluster_of, k, split.folds.front().test);
    return split;
  }

  std::string space_name() const {
    return fmt::format("tf-idf of 1 to {} words, svd:{}", options_.max_n, options_.components);
  }

  NgramClusterOptions options_;
  Options recorded_;
};

}  // namespace

SplitterCatalog::Entry ngram_cluster_split_splitter() {
  using O = NgramClusterOptions;
  OptionTable<O> table;
  table.add("max-n", &O::max_n, "the longest run of words that is a term: 3 takes words, pairs and triples")
      .between(1, 10);
  table.include(&O::words, word_bounds_table());
  table
      .add("components", &O::components,
           "dimensions of a document's vector (truncated SVD); fewer if there are fewer documents or terms")
      .between(1, 10'000);
  table
      .add("folds", &O::folds,
           "1: one test side; more: the number of folds of whole clusters, as even in documents and in each "
           "class as was found; there are then k-max clusters, and the options of a single test side (test, "
           "class-ratios, k-min, k-step, cluster-seeds, choice) have no effect")
      .between(1, 10'000);
  table.include(&O::latent, latent_table());
  table.words_in_order(
      "fill", &O::fill, std::vector<std::string>{"none", "drawn"},
      "none: whole clusters alone, so that the test side may lack documents of the quotas; drawn: the "
      "missing documents are drawn from the smallest other cluster that has enough, or from all others");
  table.require([](const O& o) -> std::string {
    if (o.folds == 1) return "";
    if (o.latent.ninth.ninth != NinthValidation::none)
      return "ninth is drawn beside one test side, so folds is 1";
    if (o.fill != Filling::none) return "fill = drawn adds to one test side, so folds is 1";
    return "";
  });
  return {
      .name = kNgramCluster,
      .summary = "One test side, or k folds, of whole clusters of documents that share words and phrases.",
      .citation = "after Broscheit, Do and Gaspers 2022 (covariate drift; ACL)",
      .traits = {.reads_classes = true, .tests_all = false},
      .options = table,
      .make = made_as<Splitter, NgramClusterSplit>(table)};
}

}  // namespace standfast
