// Stratified group k-fold: whole groups are assigned to k folds, with the classes of their documents as even
// over the folds as the search finds.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/split/document_labels.h"
#include "standfast/split/folds.h"
#include "standfast/split/group_k_fold.h"
#include "standfast/split/splitters.h"

namespace standfast {
namespace {

constexpr const char* kStratifiedGroups = "stratified-group-k-fold";

struct StratifiedGroupOptions {
  FoldCounts counts = {};
  std::string group = "author";
  std::vector<std::string> by = {"label"};
  SizeUnit unit = SizeUnit::documents;
  TrainSide train_side = {};
};

class StratifiedGroupKFold final : public Splitter {
 public:
  StratifiedGroupKFold(StratifiedGroupOptions options, Options recorded)
      : options_(std::move(options)), recorded_(std::move(recorded)) {}

  Result<Split> split(const Corpus& corpus, const Sample& sample,
                      const SplitContext& context) const override {
    const FoldCounts& counts = options_.counts;
    SF_ASSIGN(SplitGroups groups, split_groups(corpus, sample, options_.group));
    order_by_id(corpus, groups);
    std::vector<uint32_t> rows;
    for (const auto& group : groups.rows) rows.insert(rows.end(), group.begin(), group.end());
    SF_ASSIGN(const DocumentLabels labels, document_labels(corpus, sample, rows, options_.by));
    const auto units = count_labels(corpus, groups.rows, labels, options_.unit);
    SplitBuilder builder(kStratifiedGroups, recorded_, options_.train_side, corpus, sample, context);
    uint32_t best = 0;
    SF_TRY(deal_groups(builder, corpus, kStratifiedGroups, options_.group, counts, groups.rows, context.seed,
                       [&](Rng& rng) {
                         auto balance = balance_folds(units, labels.labels() + 1, counts.folds, false, rng);
                         best += balance.best ? 1 : 0;
                         return std::move(balance.fold_of);
                       }));
    if (best == counts.repeats)
      builder.note(fmt::format(
          "no folds are more even: each has n / k {}, and that part of every class, rounded up or down",
          options_.unit == SizeUnit::bytes ? std::string("parts of the text")
                                           : kSizeUnits[static_cast<size_t>(options_.unit)]));
    if (!groups.without.empty())
      builder.note(fmt::format("{} documents have no {}: left out", groups.without.size(), options_.group));
    return std::move(builder).finish(fmt::format(
        "{} folds of whole groups of one {}, with every {} as even over the folds as whole groups "
        "were found to allow.",
        counts.folds, options_.group, fmt::join(options_.by, " and ")));
  }

 private:
  StratifiedGroupOptions options_;
  Options recorded_;
};

std::string objection_to_groups(const StratifiedGroupOptions& options) {
  if (options.group == kNoColumn)
    return "group names the column whose groups stay whole, as in group = author; to keep no groups there is "
           "stratified-k-fold";
  if (options.by.empty() || options.by.front().empty() || options.by.front() == kNoColumn)
    return "by names the columns of the classes, as in by = label; to balance documents alone there is k-fold "
           "with group";
  if (std::ranges::count(options.by, options.group) > 0)
    return fmt::format("by and group are both {}: a class that stays whole cannot be in every fold",
                       options.group);
  return "";
}

}  // namespace

SplitterCatalog::Entry stratified_group_k_fold_splitter() {
  using O = StratifiedGroupOptions;
  OptionTable<O> table;
  table.include(&O::counts, fold_count_table());
  table.add("group", &O::group, "the column (author, topic, thread ...) whose groups stay whole").column();
  table
      .add("by", &O::by,
           "the columns, with commas between them, whose values are spread evenly over the folds; a column "
           "may be a list of values; in a study of classification the target")
      .column();
  table.words_in_order(
      "size-unit", &O::unit, kSizeUnits,
      "what folds and classes have the same amount of: documents; groups, of which each counts once for "
      "each of its classes; or bytes of text, in four-millionths of all");
  table.include(&O::train_side, train_side_table());
  table.require(objection_to_groups);
  return {.name = kStratifiedGroups,
          .summary =
              "Whole groups (authors, threads ...) into k folds, each class as even over the folds as "
              "groups allow.",
          .citation = "the problem of scikit-learn's StratifiedGroupKFold, by an exchange search",
          .traits = {.needs_authors = true, .needs_labels = true, .keeps_whole = "group"},
          .options = table,
          .make = made_as<Splitter, StratifiedGroupKFold>(table)};
}

}  // namespace standfast
