// Subset-Sum-Split: the set of whole clusters that comes nearest to the quotas of the classes is tested, and
// drawn documents complete it (Züfle, Dankers, Titov 2023, Subset-Sum-Split). The set is optimal.
#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "standfast/split/latent/drawn_fill.h"
#include "standfast/split/latent/latent_split.h"
#include "standfast/split/latent/reachable_sums.h"
#include "standfast/split/latent/subset_sum.h"
#include "standfast/split/splitters.h"

namespace standfast {
namespace {

enum class Reachable : uint8_t { all, first_holds_every_class };

struct SubsetSumSplitOptions {
  LatentOptions latent = {};
  Reachable reachable = Reachable::all;
  FillOptions fill = {};
};

// Returns the mean squared distance of the points of each cluster to its centre.
std::vector<double> spreads(const LatentDocuments& documents, const KMeans& means) {
  std::vector<double> spread(means.sizes.size(), 0);
  for (size_t i = 0; i < documents.rows.size(); ++i) {
    const uint32_t j = means.cluster_of[i];
    const auto x = documents.vectors.row(i), centre = means.centres.row(j);
    for (size_t c = 0; c < x.size(); ++c) {
      const double apart = double{x[c]} - double{centre[c]};
      spread[j] += apart * apart;
    }
  }
  for (size_t j = 0; j < spread.size(); ++j) spread[j] /= means.sizes[j];
  return spread;
}

// Replaces clusters by tighter ones with equal counts, which the sums cannot tell apart.
std::vector<uint32_t> tightest(const LatentDocuments& documents, const Clustering& clustering,
                               const std::vector<uint32_t>& chosen) {
  std::map<std::vector<uint32_t>, std::vector<uint32_t>> alike;
  for (uint32_t j = 0; j < clustering.k; ++j) alike[clustering.counts[j]].push_back(j);
  std::map<std::vector<uint32_t>, size_t> wanted;
  bool choose = false;
  for (const uint32_t j : chosen) ++wanted[clustering.counts[j]];
  for (const auto& [counts, n] : wanted) choose |= n < alike[counts].size();
  if (!choose) return chosen;
  const auto spread = spreads(documents, clustering.means);
  std::vector<uint32_t> kept;
  for (const auto& [counts, n] : wanted) {
    auto& clusters = alike[counts];
    std::ranges::stable_sort(clusters, {}, [&](uint32_t j) { return spread[j]; });
    kept.insert(kept.end(), clusters.begin(), clusters.begin() + static_cast<std::ptrdiff_t>(n));
  }
  std::ranges::sort(kept);
  return kept;
}

class SubsetSumSplit final : public Splitter {
 public:
  SubsetSumSplit(SubsetSumSplitOptions options, Options recorded)
      : options_(std::move(options)), recorded_(std::move(recorded)) {}

  Result<Split> split(const Corpus& corpus, const Sample& sample,
                      const SplitContext& context) const override {
    const LatentMethod method{
        .name = "subset-sum-split",
        .pick = [this](const LatentDocuments& documents, const std::vector<uint32_t>& quotas,
                       const Clustering& clustering) { return pick(documents, quotas, clustering); },
        .fill = [this, &corpus, &context](const LatentDocuments& documents, const ClusterChoice& choice,
                                          const std::vector<uint32_t>&) -> Result<Added> {
          Fill fill = draw_fill(corpus, documents, choice, options_.fill, context.seed);
          return Added{std::move(fill.places),
                       fill.cluster ? fmt::format("drawn from cluster {}", *fill.cluster)
                                    : "drawn from all other clusters, as none has enough alone"};
        },
        .reason = "the whole clusters that come nearest to the quotas of the classes, and drawn documents."};
    return latent_split(method, options_.latent, recorded_, corpus, sample, context);
  }

 private:
  Result<std::vector<uint32_t>> pick(const LatentDocuments& documents, const std::vector<uint32_t>& quotas,
                                     const Clustering& clustering) const {
    if (quotas.size() > kMostSummedClasses)
      return data_error(fmt::format(
          "subset-sum-split adds up documents of {} classes at most, and there are {}: closest-split has no "
          "such bound, or take fewer classes (--most label={})",
          kMostSummedClasses, quotas.size(), kMostSummedClasses));
    auto best =
        best_subset(clustering.counts, quotas,
                    {.first_holds_every_class = options_.reachable == Reachable::first_holds_every_class});
    if (!best)
      return data_error(
          fmt::format("subset-sum-split with k = {}: {}. A smaller k-max, a smaller test share or fewer "
                      "classes make fewer sums",
                      clustering.k, best.error().message));
    return tightest(documents, clustering, best->chosen);
  }

  SubsetSumSplitOptions options_;
  Options recorded_;
};

}  // namespace

SplitterCatalog::Entry subset_sum_split_splitter() {
  using O = SubsetSumSplitOptions;
  OptionTable<O> table;
  table.include(&O::latent, latent_table());
  table.words_in_order(
      "reachable", &O::reachable, std::vector<std::string>{"all", "first-holds-every-class"},
      "sets of clusters to consider: all, or only the sets whose lowest-numbered cluster has documents of "
      "every class, as in the released code");
  table.include(&O::fill, fill_table());
  table.preset("thesis", "as the text of the thesis describes it (its cluster seeds: 42, 62, 82)",
               {{"k-min", int64_t{3}}, {"ninth", std::string("stratified")}});
  table.preset("released-code", "as the released code does it; class-order is hate,offensive,noHate there",
               {{"k-step", int64_t{3}},
                {"restarts", int64_t{1}},
                {"cluster-seeds", std::string("42")},
                {"reachable", std::string("first-holds-every-class")},
                {"filler-size", std::string("first-two-classes")},
                {"generator", std::string("numpy-legacy")},
                {"ninth", std::string("numpy-legacy")}});
  return {.name = "subset-sum-split",
          .summary =
              "One test side of the clusters that come nearest to exact quotas of classes, filled with drawn "
              "documents.",
          .citation = kLatentCitation,
          .traits = {.reads_vectors = true, .reads_classes = true, .tests_all = false},
          .options = table,
          .make = made_as<Splitter, SubsetSumSplit>(table)};
}

}  // namespace standfast
