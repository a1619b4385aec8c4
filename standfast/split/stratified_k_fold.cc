// Stratified k-fold of documents, of whole groups, and over several labels.
//
// Documents: every fold has each class in proportion. With by=author and remainder=last this is the
// ordinary cross-validation against which novel topics were first measured: "10 % of every author's
// documents, the last fold also takes remainders".
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/corpus/groups.h"
#include "standfast/split/document_labels.h"
#include "standfast/split/folds.h"
#include "standfast/split/group_k_fold.h"
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

// Stratified group k-fold: whole groups are assigned to k folds, with the classes of their documents as even
// over the folds as the search finds.

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
      "unit in which folds and classes are balanced: documents; groups, each of which counts once for each "
      "of its classes; or bytes of text, in four-millionths of all");
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

// Stratified k-fold cross-validation over several labels at once: several columns, lists of labels, or both.

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
