#include "standfast/split/latent/cluster_choice.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/num/kernel/dot.h"
#include "standfast/split/latent/latent_documents.h"
#include "standfast/text/printable.h"

namespace standfast {
namespace {

// Returns the mean cosine between a document in the chosen clusters and one in the others: the dot product of
// the two means of unit vectors.
double likeness_of_parts(const LatentDocuments& documents, const Clustering& clustering,
                         const std::vector<uint32_t>& chosen) {
  std::vector<bool> tested(clustering.k, false);
  for (const uint32_t j : chosen) tested[j] = true;
  const size_t columns = documents.vectors.columns;
  std::vector<double> sums[2] = {std::vector<double>(columns, 0), std::vector<double>(columns, 0)};
  double sizes[2] = {0, 0};
  for (size_t i = 0; i < documents.rows.size(); ++i) {
    const size_t side = tested[clustering.means.cluster_of[i]] ? 1 : 0;
    const auto x = as_doubles(documents.vectors.row(i));
    const double length = std::sqrt(dot(x.data(), x.data(), columns));
    ++sizes[side];
    if (length > 0)
      for (size_t c = 0; c < columns; ++c) sums[side][c] += x[c] / length;
  }
  return sizes[0] * sizes[1] > 0 ? dot(sums[0].data(), sums[1].data(), columns) / (sizes[0] * sizes[1]) : 0;
}

// Describes the clusters that exceed the quotas, the nearest to the quotas first.
std::string blocking(const LatentDocuments& documents, const Clustering& clustering,
                     std::span<const uint32_t> quotas) {
  constexpr size_t kShown = 4;
  std::vector<std::tuple<uint64_t, uint32_t, size_t>> excess;  // documents in excess, cluster, class
  for (uint32_t j = 0; j < clustering.k; ++j) {
    std::tuple<uint64_t, uint32_t, size_t> worst(0, j, 0);
    for (size_t c = 0; c < quotas.size(); ++c)
      if (clustering.counts[j][c] > quotas[c] && clustering.counts[j][c] - quotas[c] > std::get<0>(worst))
        worst = {clustering.counts[j][c] - quotas[c], j, c};
    if (std::get<0>(worst) > 0) excess.push_back(worst);
  }
  std::ranges::sort(excess);
  std::vector<std::string> shown;
  for (const auto& [documents_beyond, j, c] : excess) {
    if (shown.size() == kShown) break;
    shown.push_back(fmt::format("cluster {} has {} documents of \"{}\" (quota {})", j,
                                clustering.counts[j][c], printable_line(documents.classes[c]), quotas[c]));
  }
  if (shown.empty())
    return "no cluster is too large by itself, but no cluster has every class (reachable = "
           "first-holds-every-class asks for one)";
  return fmt::format(
      "{}{}", fmt::join(shown, "; "),
      excess.size() > shown.size() ? fmt::format("; and {} more", excess.size() - shown.size()) : "");
}

class Chooser {
 public:
  Chooser(const LatentDocuments& documents, std::span<const uint32_t> quotas, Choice choice)
      : documents_(documents), quotas_(quotas), choice_(choice) {}

  Status take(Clustering clustering, const PickClusters& pick, size_t seed_place) {
    SF_ASSIGN(auto chosen, pick(clustering));
    SplitCandidate candidate{
        .k = clustering.k, .seed = clustering.seed, .whole = static_cast<uint32_t>(chosen.size())};
    std::vector<uint32_t> gaps(quotas_.begin(), quotas_.end());
    for (const uint32_t j : chosen)
      for (size_t c = 0; c < gaps.size(); ++c) {
        gaps[c] -= clustering.counts[j][c];
        candidate.documents += clustering.counts[j][c];
      }
    candidate.missing = std::accumulate(gaps.begin(), gaps.end(), uint64_t{0});
    candidates_.push_back(candidate);
    if (chosen.empty()) {
      if (!best_ && (!last_ || last_->k <= clustering.k)) last_ = std::move(clustering);
      return {};
    }
    Rank rank{candidate.missing, 0, clustering.k, seed_place};
    if (best_ && std::get<0>(rank) > std::get<0>(rank_)) return {};
    if (choice_ == Choice::least_similar)
      std::get<1>(rank) = likeness_of_parts(documents_, clustering, chosen);
    if (best_ && rank >= rank_) return {};
    rank_ = rank;
    chosen_candidate_ = candidates_.size() - 1;
    best_ = ClusterChoice{std::move(clustering), std::move(chosen), std::move(gaps), {}, 0};
    return {};
  }

  const std::optional<Clustering>& last() const { return last_; }
  std::optional<ClusterChoice> best() && {
    if (!best_) return std::nullopt;
    candidates_[chosen_candidate_].chosen = true;
    best_->candidates = std::move(candidates_);
    return std::move(best_);
  }

 private:
  using Rank = std::tuple<uint64_t, double, uint32_t, size_t>;  // missing, similarity, k, index of the seed

  const LatentDocuments& documents_;
  std::span<const uint32_t> quotas_;
  Choice choice_;
  std::vector<SplitCandidate> candidates_;
  std::optional<ClusterChoice> best_;
  Rank rank_ = {};
  size_t chosen_candidate_ = 0;
  std::optional<Clustering> last_;  // set as long as no cluster fits
};

}  // namespace

OptionTable<ClusterSweep> cluster_sweep_table() {
  using O = ClusterSweep;
  OptionTable<O> table;
  table.add("k-min", &O::k_min, "the smallest number of clusters to try").between(1, 100'000);
  table
      .add("k-max", &O::k_max,
           "the largest number of clusters to try; fewer if there are fewer different "
           "vectors")
      .between(1, 100'000);
  table.add("k-step", &O::k_step, "the step between these numbers; 3 in the released code of subset-sum")
      .between(1, 100'000);
  table
      .add("restarts", &O::restarts,
           "starts of k-means for each number of clusters; more find tighter clusters and take longer")
      .between(1, 10'000);
  table.add("cluster-seeds", &O::cluster_seeds,
            "seeds of k-means; all clusterings of all seeds compete; empty: the seed of the split");
  table.words_in_order(
      "choice", &O::choice, std::vector<std::string>{"least-gap", "least-similar"},
      "least-gap: the clustering whose whole clusters lack the fewest documents, in a tie the smallest k; "
      "least-similar: in a tie the clustering whose tested clusters are least similar to the others (mean "
      "cosine)");
  table.require([](const O& o) -> std::string {
    if (o.k_min > o.k_max) return fmt::format("k-min = {} is above k-max = {}", o.k_min, o.k_max);
    return "";
  });
  return table;
}

Result<ClusterChoice> choose_clusters(const LatentDocuments& documents, std::span<const uint32_t> quotas,
                                      const ClusterSweep& sweep, const SplitContext& context,
                                      const std::string& method, const PickClusters& pick) {
  if (documents.distinct < sweep.k_min || documents.rows.size() < 2)
    return data_error(fmt::format("{} documents with {} different vectors are too few for {} clusters",
                                  documents.rows.size(), documents.distinct, std::max(sweep.k_min, 2U)));
  std::vector<uint32_t> ks;
  for (uint64_t k = sweep.k_min; k <= std::min<uint64_t>(sweep.k_max, documents.distinct); k += sweep.k_step)
    ks.push_back(static_cast<uint32_t>(k));
  Chooser chooser(documents, quotas, sweep.choice);
  for (size_t s = 0; s < sweep.cluster_seeds.size(); ++s) {
    const KMeansOptions options{.restarts = sweep.restarts,
                                .seed = sweep.cluster_seeds[s],
                                .threads = context.threads,
                                .sink = context.sink};
    SF_TRY(k_means_sweep(documents.vectors, ks, options, [&](uint32_t k, KMeans& means) -> Status {
      Clustering clustering{.k = k, .seed = options.seed, .means = std::move(means), .counts = {}};
      clustering.counts = count_classes(documents, clustering.means.cluster_of, k);
      return chooser.take(std::move(clustering), pick, s);
    }));
  }
  const std::string tried = ks.size() == 1 ? fmt::format("with k = {}", ks[0])
                                           : fmt::format("for each k from {} to {}", ks.front(), ks.back());
  if (chooser.last()) {
    const std::string clusters = blocking(documents, *chooser.last(), quotas);
    const uint32_t k = chooser.last()->k;
    if (auto best = std::move(chooser).best()) {
      best->k_max = ks.back();
      return std::move(*best);
    }
    return data_error(fmt::format(
        "{} is infeasible because no cluster can be tested as a whole, {}; with k = {}: {}. A larger test "
        "share, a larger k-max or fewer classes may help",
        method, tried, k, clusters));
  }
  auto best = std::move(chooser).best();
  best->k_max = ks.back();
  return std::move(*best);
}

OptionTable<OneClustering> one_clustering_table(uint32_t clusters, uint32_t least, uint32_t most) {
  using O = OneClustering;
  OptionTable<O> table({.clusters = clusters});
  table.add("clusters", &O::clusters, "number of clusters; fewer if there are fewer different vectors")
      .between(least, most);
  table.add("restarts", &O::restarts, "starts of k-means; more find tighter clusters and take longer")
      .between(1, 10'000);
  return table;
}

Result<KMeans> clustered(const Corpus& corpus, const LatentDocuments& documents, const OneClustering& options,
                         const SplitContext& context) {
  auto means = k_means(
      documents.vectors, static_cast<uint32_t>(std::min<size_t>(options.clusters, documents.distinct)),
      {.restarts = options.restarts, .seed = context.seed, .threads = context.threads, .sink = context.sink});
  if (!means) return with_context(corpus.name(), means.error());
  return means;
}

}  // namespace standfast
