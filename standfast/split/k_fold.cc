#include "standfast/split/k_fold.h"

#include <fmt/format.h>

#include "standfast/corpus/read/groups.h"
#include "standfast/split/folds.h"

namespace standfast {
namespace {

struct KFoldOptions {
  FoldCounts counts = {};
  TrainSide train_side = {};
};

class KFold final : public Splitter {
 public:
  KFold(const KFoldOptions& options, Options recorded) : options_(options), recorded_(std::move(recorded)) {}

  Result<Split> split(const Corpus& corpus, const Sample& sample,
                      const SplitContext& context) const override {
    const FoldCounts& counts = options_.counts;
    if (sample.rows.size() < counts.folds)
      return data_error(fmt::format("{}: {} documents are too few for {} folds", corpus.name(),
                                    sample.rows.size(), counts.folds));
    SplitBuilder builder("k-fold", recorded_, options_.train_side, corpus, sample, context);
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
  KFoldOptions options_;
  Options recorded_;
};

}  // namespace

SplitterCatalog::Entry k_fold_splitter() {
  OptionTable<KFoldOptions> table;
  table.include(&KFoldOptions::counts, fold_count_table());
  table.include(&KFoldOptions::train_side, train_side_table());
  return {
      .name = "k-fold",
      .summary = "Documents at random into k folds: the i.i.d. reference, authors and topics on both sides.",
      .citation = "",
      .traits = {},
      .options = table,
      .make = made_as<Splitter, KFold>(table)};
}

}  // namespace standfast
