// Stratified k-fold: every fold has each class in proportion. With by=author, remainder=last this is the
// ordinary cross-validation against which novel topics were first measured: "10 % of every author's
// documents, the last fold also takes remainders".
#include <algorithm>

#include <fmt/format.h>

#include "standfast/corpus/groups.h"
#include "standfast/split/folds.h"
#include "standfast/split/splitters.h"

namespace standfast {
namespace {

struct StratifiedOptions {
  FoldCounts counts = {};
  Role by = Role::label;
  bool remainder_to_last = false;
  TrainSide train_side = {};
};

class StratifiedKFold final : public Splitter {
 public:
  StratifiedKFold(const StratifiedOptions& options, Options recorded)
      : options_(options), recorded_(std::move(recorded)) {}

  Result<Split> split(const Corpus& corpus, const Sample& sample,
                      const SplitContext& context) const override {
    const FoldCounts& counts = options_.counts;
    const Role role = options_.by;
    SF_ASSIGN(const SplitGroups classes, split_groups(corpus, sample, role));
    const size_t documents = sample.rows.size() - classes.without.size();
    if (documents < counts.folds)
      return data_error(fmt::format("{}: {} documents with a {} are too few for {} folds", corpus.name(),
                                    documents, role_name(role), counts.folds));
    const bool remainder_to_last = options_.remainder_to_last;
    SplitBuilder builder("stratified-k-fold", recorded_, options_.train_side, corpus, sample, context);
    for (uint32_t repeat = 0; repeat < counts.repeats; ++repeat) {
      // All documents, class after class, are dealt in turn. Each class continues where the last class ended,
      // so class counts and fold sizes both differ by at most one.
      std::vector<std::vector<uint32_t>> parts(counts.folds);
      const std::string component = fmt::format("split/stratified-k-fold/{}", repeat);
      size_t next = 0;
      for (const auto& rows : classes.rows) {
        const size_t each = rows.size() / counts.folds;  // used if the last fold takes the remainder
        size_t place = 0;
        for (const uint32_t row : shuffled_rows(corpus, rows, context.seed, component)) {
          const size_t fold = !remainder_to_last ? next++ % counts.folds
                              : each == 0        ? counts.folds - 1
                                                 : std::min<size_t>(place++ / each, counts.folds - 1);
          parts[fold].push_back(row);
        }
      }
      builder.add_partition(parts);
    }
    size_t rare = 0;
    for (const auto& rows : classes.rows) rare += rows.size() < counts.folds;
    if (rare > 0)
      builder.note(
          fmt::format("{} of {} {}s have fewer documents than there are folds: {}", rare, classes.rows.size(),
                      role_name(role),
                      remainder_to_last ? "only the last fold tests them" : "some folds test none of them"));
    if (!classes.without.empty())
      builder.note(fmt::format("{} documents have no {}: left out", classes.without.size(), role_name(role)));
    return std::move(builder).finish(
        fmt::format("{} folds of documents drawn at random, with every {} in proportion in each.",
                    counts.folds, role_name(role)));
  }

 private:
  StratifiedOptions options_;
  Options recorded_;
};

}  // namespace

SplitterCatalog::Entry stratified_k_fold_splitter() {
  OptionTable<StratifiedOptions> table;
  table.include(&StratifiedOptions::counts, fold_count_table());
  table.words(
      "by", &StratifiedOptions::by,
      {{"label", Role::label}, {"author", Role::author}, {"topic", Role::topic}, {"source", Role::source}},
      "the column whose values every fold gets in proportion");
  table.words("remainder", &StratifiedOptions::remainder_to_last, {{"spread", false}, {"last", true}},
              "spread: the remainder of n / k goes to the next folds, so counts differ by at most one; last: "
              "every fold gets n / k of each class, rounded down, and the last fold also gets the remainder "
              "(ordinary "
              "cross-validation of the novel-topic paper)");
  table.include(&StratifiedOptions::train_side, train_side_table());
  return {.name = "stratified-k-fold",
          .summary =
              "Documents at random into k folds, each label (or author, topic) in proportion in every fold.",
          .citation = "",
          .traits = {.needs_labels = true},
          .options = table,
          .make = made_as<Splitter, StratifiedKFold>(table)};
}

}  // namespace standfast
