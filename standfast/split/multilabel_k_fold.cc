// Stratified k-fold cross-validation over several labels at once: several columns, lists of labels, or both.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/corpus/groups.h"
#include "standfast/split/document_labels.h"
#include "standfast/split/folds.h"
#include "standfast/split/splitters.h"

namespace standfast {
namespace {

constexpr const char* kMultilabel = "multilabel-k-fold";

struct MultilabelOptions {
  FoldCounts counts = {};
  std::vector<std::string> by = {"label"};
  TrainSide train_side = {};
};

class MultilabelKFold final : public Splitter {
 public:
  MultilabelKFold(MultilabelOptions options, Options recorded)
      : options_(std::move(options)), recorded_(std::move(recorded)) {}

  Result<Split> split(const Corpus& corpus, const Sample& sample,
                      const SplitContext& context) const override {
    const FoldCounts& counts = options_.counts;
    if (sample.rows.size() < counts.folds)
      return data_error(fmt::format("{}: {} documents are too few for {} folds", corpus.name(),
                                    sample.rows.size(), counts.folds));
    SF_ASSIGN(const DocumentLabels labels, document_labels(corpus, sample, sample.rows, options_.by));
    SplitBuilder builder(kMultilabel, recorded_, options_.train_side, corpus, sample, context);
    uint32_t best = 0;
    for (uint32_t repeat = 0; repeat < counts.repeats; ++repeat) {
      const auto rows =
          shuffled_rows(corpus, sample.rows, context.seed, fmt::format("split/{}/{}", kMultilabel, repeat));
      std::vector<LabelCounts> units;
      for (const uint32_t row : rows) {
        auto& unit = units.emplace_back();
        for (const uint32_t label : labels.of[row]) unit.emplace_back(label, 1);
      }
      Rng rng(context.seed, fmt::format("split/{}", kMultilabel), std::to_string(repeat));
      const FoldBalance balance = balance_folds(units, labels.labels(), counts.folds, true, rng);
      best += balance.best ? 1 : 0;
      std::vector<std::vector<uint32_t>> parts(counts.folds);
      for (size_t i = 0; i < rows.size(); ++i) parts[balance.fold_of[i]].push_back(rows[i]);
      builder.add_partition(parts);
    }
    note_rare(labels, sample.rows, builder);
    if (best == counts.repeats)
      builder.note(
          "no folds are more even: every label has n / k documents in each fold, rounded up or down");
    return std::move(builder).finish(
        fmt::format("{} folds of documents, with every value of {} in proportion in each at the same time.",
                    counts.folds, fmt::join(options_.by, " and ")));
  }

 private:
  void note_rare(const DocumentLabels& labels, const std::vector<uint32_t>& rows,
                 SplitBuilder& builder) const {
    std::vector<uint64_t> documents(labels.labels(), 0);
    for (const uint32_t row : rows)
      for (const uint32_t label : labels.of[row]) ++documents[label];
    const auto rare = std::ranges::count_if(documents, [&](uint64_t n) { return n < options_.counts.folds; });
    if (rare > 0)
      builder.note(
          fmt::format("{} of {} values have fewer documents than there are folds: some folds test "
                      "none of them",
                      rare, documents.size()));
  }

  MultilabelOptions options_;
  Options recorded_;
};

std::string objection_to_labels(const MultilabelOptions& options) {
  if (options.by.empty() || options.by.front().empty() || options.by.front() == kNoColumn)
    return "by names no column; it is one or several, as in by = label,targets";
  for (size_t i = 1; i < options.by.size(); ++i)
    if (std::find(options.by.begin(), options.by.begin() + static_cast<std::ptrdiff_t>(i), options.by[i]) !=
        options.by.begin() + static_cast<std::ptrdiff_t>(i))
      return fmt::format("by names {} twice", options.by[i]);
  return "";
}

}  // namespace

SplitterCatalog::Entry multilabel_k_fold_splitter() {
  using O = MultilabelOptions;
  OptionTable<O> table;
  table.include(&O::counts, fold_count_table());
  table
      .add("by", &O::by,
           "the columns, with commas between them, whose values every fold gets in proportion; a column may "
           "be a list of values")
      .column();
  table.include(&O::train_side, train_side_table());
  table.require(objection_to_labels);
  return {.name = kMultilabel,
          .summary =
              "Documents at random into k folds of equal size, several labels at once in proportion in "
              "every fold.",
          .citation =
              "Sechidis, Tsoumakas and Vlahavas 2011 (ECML PKDD), iterative stratification; then an "
              "exchange search",
          .traits = {.needs_labels = true},
          .options = table,
          .make = made_as<Splitter, MultilabelKFold>(table)};
}

}  // namespace standfast
