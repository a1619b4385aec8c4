#include "standfast/split/latent/closest_split.h"

#include <utility>

#include "standfast/split/latent/closest_clusters.h"
#include "standfast/split/latent/latent_split.h"
#include "standfast/split/latent/nearest_documents.h"

namespace standfast {
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
      "the first cluster is the one least like: the plain mean of all centres, the mean of all documents, or the "
      "other centres on average");
  table.words_in_order(
      "growth", &O::growth, std::vector<std::string>{"stop", "skip-misfits"},
      "when the nearest further cluster does not fit into the quotas: stop, or try the next nearest");
  table.words_in_order(
      "completion", &O::completion, kCompletionWords,
      "which documents fill the test side: the nearest to the mean of the tested clusters, to any "
      "centre of them, or to a mean that moves with each document added");
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
