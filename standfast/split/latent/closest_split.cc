// Closest-Split: the clusters farthest from the others are tested, and the documents nearest to them complete
// the test side, so that a model meets the region that it knows least (Züfle, Dankers, Titov 2023,
// Closest-Split).
#include "standfast/split/latent/closest_split.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "standfast/base/parallel.h"
#include "standfast/num/kernel/dot.h"
#include "standfast/split/latent/latent_documents.h"
#include "standfast/split/latent/latent_split.h"
#include "standfast/split/splitters.h"

namespace standfast {
namespace {

std::vector<double> nearness_to_centres(const LatentDocuments& documents, const std::vector<uint32_t>& free,
                                        const FloatMatrix& centres, int threads) {
  std::vector<double> nearness(free.size(), -2);
  for (size_t j = 0; j < centres.rows; ++j) {
    const auto cosines = cosines_with(documents.vectors, free, as_doubles(centres.row(j)), threads);
    for (size_t i = 0; i < free.size(); ++i) nearness[i] = std::max(nearness[i], cosines[i]);
  }
  return nearness;
}

// Adds documents one by one and updates the mean after each. The length of the mean is the same for all
// candidates, so the product with it, divided by a document's own length, ranks them; and a product with a
// sum is a sum of products.
std::vector<uint32_t> one_by_one(const LatentDocuments& documents, const std::vector<uint32_t>& test,
                                 const std::vector<uint32_t>& free, std::vector<uint32_t> gaps, int threads) {
  std::vector<double> products(free.size()), lengths(free.size());
  const auto add = [&](const std::vector<double>& added, bool first) {
    parallel_for(
        free.size(), threads,
        [&](size_t i) {
          const auto x = as_doubles(documents.vectors.row(free[i]));
          products[i] += dot(x.data(), added.data(), x.size());
          if (first) lengths[i] = std::sqrt(dot(x.data(), x.data(), x.size()));
        },
        256);
  };
  add(sum_of_rows(documents.vectors, test), true);
  std::vector<bool> taken(free.size(), false);
  std::vector<uint32_t> added;
  for (uint64_t left = std::accumulate(gaps.begin(), gaps.end(), uint64_t{0}); left > 0; --left) {
    size_t nearest = free.size();
    double most = 0;
    for (size_t i = 0; i < free.size(); ++i) {
      if (taken[i] || gaps[documents.class_of[free[i]]] == 0) continue;
      const double nearness = lengths[i] > 0 ? products[i] / lengths[i] : 0;
      if (nearest != free.size() && nearness <= most) continue;
      nearest = i;
      most = nearness;
    }
    taken[nearest] = true;
    --gaps[documents.class_of[free[nearest]]];
    added.push_back(free[nearest]);
    if (left > 1) add(as_doubles(documents.vectors.row(free[nearest])), false);
  }
  return added;
}

}  // namespace

std::vector<uint32_t> nearest_documents(const LatentDocuments& documents, const std::vector<uint32_t>& test,
                                        std::span<const uint32_t> gaps, const FloatMatrix& centres,
                                        Completion completion, int threads) {
  std::vector<uint32_t> free;
  for (uint32_t place = 0, next = 0; place < documents.rows.size(); ++place) {
    if (next < test.size() && test[next] == place) {
      ++next;
      continue;
    }
    if (gaps[documents.class_of[place]] > 0) free.push_back(place);
  }
  std::vector<uint32_t> wanted(gaps.begin(), gaps.end());
  if (completion == Completion::updated_mean)
    return one_by_one(documents, test, free, std::move(wanted), threads);
  const auto nearness =
      completion == Completion::test_mean
          ? cosines_with(documents.vectors, free, sum_of_rows(documents.vectors, test), threads)
          : nearness_to_centres(documents, free, centres, threads);
  std::vector<uint32_t> order(free.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](uint32_t i) { return nearness[i]; });
  std::vector<uint32_t> added;
  for (const uint32_t i : order) {
    uint32_t& left = wanted[documents.class_of[free[i]]];
    if (left == 0) continue;
    --left;
    added.push_back(free[i]);
  }
  return added;
}

namespace {

// Returns the similarity of each cluster to the others.
std::vector<double> likeness(const MatrixView<const float>& centres,
                             std::span<const std::vector<uint32_t>> counts, StartFrom start) {
  const size_t k = centres.rows;
  std::vector<double> like(k, 0);
  if (start == StartFrom::other_centres) {
    for (size_t a = 0; a < k; ++a)
      for (size_t b = 0; b < k; ++b)
        if (a != b) like[a] += cosine(as_doubles(centres.row(a)), as_doubles(centres.row(b)));
    return like;  // a sum gives the same order as a mean
  }
  std::vector<double> sum(centres.columns, 0);
  for (size_t j = 0; j < k; ++j) {
    const double weight =
        start == StartFrom::weighted_mean ? std::accumulate(counts[j].begin(), counts[j].end(), 0.0) : 1.0;
    for (size_t c = 0; c < centres.columns; ++c) sum[c] += weight * centres.row(j)[c];
  }
  for (size_t j = 0; j < k; ++j) like[j] = cosine(as_doubles(centres.row(j)), sum);
  return like;
}

class Room {
 public:
  explicit Room(std::span<const uint32_t> quotas) : left_(quotas.begin(), quotas.end()) {}
  bool takes(const std::vector<uint32_t>& counts) {
    for (size_t c = 0; c < left_.size(); ++c)
      if (counts[c] > left_[c]) return false;
    for (size_t c = 0; c < left_.size(); ++c) left_[c] -= counts[c];
    return true;
  }

 private:
  std::vector<uint32_t> left_;
};

}  // namespace

std::vector<uint32_t> closest_clusters(const MatrixView<const float>& centres,
                                       std::span<const std::vector<uint32_t>> counts,
                                       std::span<const uint32_t> quotas, StartFrom start, Growth growth) {
  const size_t k = centres.rows;
  const auto like = likeness(centres, counts, start);
  std::vector<uint32_t> order(k);
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, {}, [&](uint32_t j) { return like[j]; });
  Room room(quotas);
  const auto first = std::ranges::find_if(order, [&](uint32_t j) { return room.takes(counts[j]); });
  if (first == order.end()) return {};
  std::vector<uint32_t> test = {*first};
  std::vector<bool> done(k, false);
  done[*first] = true;
  std::vector<double> nearness(k, -2);  // the largest cosine with a cluster in test
  for (uint32_t newest = *first;;) {
    for (size_t j = 0; j < k; ++j)
      if (!done[j])
        nearness[j] =
            std::max(nearness[j], cosine(as_doubles(centres.row(j)), as_doubles(centres.row(newest))));
    bool added = false;
    while (!added) {
      size_t nearest = k;
      for (size_t j = 0; j < k; ++j)
        if (!done[j] && (nearest == k || nearness[j] > nearness[nearest])) nearest = j;
      if (nearest == k) return test;
      done[nearest] = true;
      added = room.takes(counts[nearest]);
      if (!added && growth == Growth::stop) return test;
      if (added) newest = static_cast<uint32_t>(nearest);
    }
    test.push_back(newest);
  }
}

namespace {

struct ClosestSplitOptions {
  LatentOptions latent = {};
  StartFrom start = StartFrom::mean_of_centres;
  Growth growth = Growth::stop;
  Completion completion = Completion::test_mean;
};

constexpr const char* kCompletionWords[] = {"test-mean", "nearest-centroid", "updated-mean"};
constexpr const char* kNearestTo[] = {"the nearest to the mean of the tested clusters",
                                      "the nearest to a centre of a tested cluster",
                                      "each the nearest to the mean of all tested before it"};

class ClosestSplit final : public Splitter {
 public:
  ClosestSplit(ClosestSplitOptions options, Options recorded)
      : options_(std::move(options)), recorded_(std::move(recorded)) {}

  Result<Split> split(const Corpus& corpus, const Sample& sample,
                      const SplitContext& context) const override {
    const LatentMethod method{
        .name = "closest-split",
        .pick = [this](const LatentDocuments&, const std::vector<uint32_t>& quotas,
                       const Clustering& clustering) -> Result<std::vector<uint32_t>> {
          return closest_clusters(clustering.means.centres, clustering.counts, quotas, options_.start,
                                  options_.growth);
        },
        .fill = [this, &context](const LatentDocuments& documents, const ClusterChoice& choice,
                                 const std::vector<uint32_t>& test) -> Result<Added> {
          FloatMatrix centres(choice.chosen.size(), documents.vectors.columns);
          for (size_t i = 0; i < choice.chosen.size(); ++i)
            std::ranges::copy(choice.clustering.means.centres.row(choice.chosen[i]), centres.row(i).begin());
          return Added{
              nearest_documents(documents, test, choice.gaps, centres, options_.completion, context.threads),
              kNearestTo[static_cast<size_t>(options_.completion)]};
        },
        .reason = "whole clusters far from the others, and the documents nearest to them."};
    return latent_split(method, options_.latent, recorded_, corpus, sample, context);
  }

 private:
  ClosestSplitOptions options_;
  Options recorded_;
};

}  // namespace

SplitterCatalog::Entry closest_split_splitter() {
  using O = ClosestSplitOptions;
  OptionTable<O> table;
  table.include(&O::latent, latent_table());
  table.words_in_order(
      "start", &O::start, std::vector<std::string>{"mean-of-centres", "weighted-mean", "other-centres"},
      "the first cluster: the one least similar to the plain mean of all centres, to the mean of all "
      "documents, or to the other centres on average");
  table.words_in_order(
      "growth", &O::growth, std::vector<std::string>{"stop", "skip-misfits"},
      "if the next nearest cluster does not fit into the quotas: stop, or try the one after it");
  table.words_in_order(
      "completion", &O::completion, kCompletionWords,
      "documents that fill the test side: the nearest to the mean of the tested clusters, to any of their "
      "centres, or to a mean that moves with each document added");
  table.preset("thesis", "as the text of the thesis describes it (its cluster seeds: 42, 62, 82)",
               {{"k-min", int64_t{3}},
                {"start", std::string("other-centres")},
                {"completion", std::string("nearest-centroid")},
                {"ninth", std::string("stratified")}});
  table.preset("released-code", "as the released code does it; class-order is hate,offensive,noHate there",
               {{"restarts", int64_t{1}},
                {"cluster-seeds", std::string("42")},
                {"ninth", std::string("numpy-legacy")}});
  return {.name = "closest-split",
          .summary =
              "One test side of clusters far from the others, filled to exact quotas of classes with the "
              "documents nearest to them.",
          .citation = kLatentCitation,
          .traits = {.reads_vectors = true, .reads_classes = true, .tests_all = false},
          .options = table,
          .make = made_as<Splitter, ClosestSplit>(table)};
}

}  // namespace standfast
