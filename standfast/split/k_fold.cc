#include "standfast/split/k_fold.h"

#include <fmt/format.h>

#include "standfast/corpus/read/groups.h"
#include "standfast/split/folds.h"

namespace standfast {
namespace {

class KFold final : public Splitter {
 public:
  explicit KFold(Options options) : options_(std::move(options)) {}

  Result<Split> split(const Corpus& corpus, const Sample& sample,
                      const SplitContext& context) const override {
    SF_ASSIGN(const FoldCounts counts, fold_counts(options_));
    if (sample.rows.size() < counts.folds)
      return data_error(fmt::format("{}: {} documents are too few for {} folds", corpus.name(),
                                    sample.rows.size(), counts.folds));
    SplitBuilder builder("k-fold", options_, corpus, sample, context);
    for (uint32_t repeat = 0; repeat < counts.repeats; ++repeat) {
      const auto shuffled =
          shuffled_rows(corpus, sample.rows, context.seed, fmt::format("split/k-fold/{}", repeat));
      std::vector<std::vector<uint32_t>> parts(counts.folds);
      for (size_t i = 0; i < shuffled.size(); ++i) parts[i % counts.folds].push_back(shuffled[i]);
      builder.add_partition(parts);
    }
    return std::move(builder).finish(fmt::format(
        "{} folds of documents drawn at random: train and test share authors and topics.", counts.folds));
  }

 private:
  Options options_;
};

}  // namespace

SplitterCatalog::Entry k_fold_splitter() {
  return {
      .name = "k-fold",
      .summary = "Documents at random into k folds: the i.i.d. reference, authors and topics on both sides.",
      .citation = "",
      .traits = {},
      .options = joined({folds_option(), repeats_option(), author_disjoint_option()}, validation_options()),
      .make = [](const Options& options) -> Result<std::unique_ptr<Splitter>> {
        return std::make_unique<KFold>(options);
      }};
}

}  // namespace standfast
