// Plain k-fold cross-validation over documents: the i.i.d. reference that survival is measured against.
// Authors and topics are on both sides.
#include <fmt/format.h>

#include "standfast/corpus/groups.h"
#include "standfast/split/folds.h"
#include "standfast/split/group_k_fold.h"
#include "standfast/split/splitters.h"

namespace standfast {
namespace {

struct KFoldOptions {
  FoldCounts counts = {};
  std::string group{kNoColumn};
  SizeUnit unit = SizeUnit::documents;
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
    if (options_.group != kNoColumn || options_.unit == SizeUnit::bytes)
      return split_groups_whole(corpus, sample, context);
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
  // Splits whole groups of one column, or single documents if sizes are not counted in documents.
  Result<Split> split_groups_whole(const Corpus& corpus, const Sample& sample,
                                   const SplitContext& context) const {
    const FoldCounts& counts = options_.counts;
    const bool single = options_.group == kNoColumn;
    SplitGroups groups;
    if (single)
      for (const uint32_t row : sample.rows) groups.rows.push_back({row});
    else {
      SF_ASSIGN(groups, split_groups(corpus, sample, options_.group));
    }
    if (single) groups.names.resize(groups.rows.size());
    order_by_id(corpus, groups);
    const auto sizes = group_sizes(corpus, groups.rows, options_.unit);
    const bool by_size = options_.unit != SizeUnit::groups;
    SplitBuilder builder("k-fold", recorded_, options_.train_side, corpus, sample, context);
    SF_TRY(deal_groups(builder, corpus, "k-fold", single ? "document" : options_.group, counts, groups.rows,
                       context.seed,
                       [&](Rng& rng) { return assign_groups(sizes, counts.folds, by_size, rng); }));
    if (!groups.without.empty())
      builder.note(fmt::format("{} documents have no {}: left out", groups.without.size(), options_.group));
    return std::move(builder).finish(
        single ? fmt::format(
                     "{} folds of documents drawn at random, nearly as even in bytes of text as documents "
                     "allow.",
                     counts.folds)
               : fmt::format("{} folds of whole groups of one {}: no {} is on both sides.", counts.folds,
                             options_.group, options_.group));
  }

  KFoldOptions options_;
  Options recorded_;
};

}  // namespace

SplitterCatalog::Entry k_fold_splitter() {
  OptionTable<KFoldOptions> table;
  table.include(&KFoldOptions::counts, fold_count_table());
  table
      .add("group", &KFoldOptions::group,
           "the column (author, topic, thread ...) whose groups stay whole; none: documents by themselves")
      .column();
  table.words_in_order("size-unit", &KFoldOptions::unit, kSizeUnits,
                       "unit in which folds are balanced, as far as whole groups allow: documents, groups, "
                       "or bytes of text");
  table.require([](const KFoldOptions& options) -> std::string {
    return options.unit == SizeUnit::groups && options.group == kNoColumn
               ? "size-unit = groups counts groups, so group names a column"
               : "";
  });
  table.include(&KFoldOptions::train_side, train_side_table());
  return {
      .name = "k-fold",
      .summary = "Documents at random into k folds: the i.i.d. reference, authors and topics on both sides.",
      .citation = "",
      .traits = {.keeps_whole = "group"},
      .options = table,
      .make = made_as<Splitter, KFold>(table)};
}

}  // namespace standfast
