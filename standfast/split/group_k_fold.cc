#include "standfast/split/group_k_fold.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/split/document_labels.h"
#include "standfast/split/fold_balance.h"
#include "standfast/split/folds.h"
#include "standfast/split/splitters.h"

namespace standfast {
namespace {

enum class GroupBalance : uint8_t { groups, documents, bytes, classes };

struct GroupKFoldOptions {
  FoldCounts counts = {};
  GroupBalance balance = GroupBalance::groups;
  std::vector<std::string> by = {std::string(kNoColumn)};
  TrainSide train_side = {};
};

class GroupKFold final : public Splitter {
 public:
  GroupKFold(GroupKFoldKind kind, const GroupKFoldOptions& options, Options recorded)
      : kind_(std::move(kind)), options_(options), recorded_(std::move(recorded)) {}

  Result<Split> split(const Corpus& corpus, const Sample& sample,
                      const SplitContext& context) const override {
    const FoldCounts& counts = options_.counts;
    SF_ASSIGN(const SplitGroups groups, split_groups(corpus, sample, kind_.role));
    SplitBuilder builder(kind_.name, recorded_, options_.train_side, corpus, sample, context);
    const bool classes = options_.balance == GroupBalance::classes;
    const auto sizes = group_sizes(
        corpus, groups.rows, options_.balance == GroupBalance::bytes ? SizeUnit::bytes : SizeUnit::documents);
    DocumentLabels labels;
    if (classes) {
      std::vector<uint32_t> rows;
      for (const auto& group : groups.rows) rows.insert(rows.end(), group.begin(), group.end());
      SF_ASSIGN(labels, document_labels(corpus, sample, rows, options_.by));
    }
    const auto units = classes ? count_labels(groups.rows, labels) : std::vector<LabelCounts>();
    SF_TRY(deal_groups(
        builder, corpus, kind_.name, std::string(role_name(kind_.role)), counts, groups.rows, context.seed,
        [&](Rng& rng) {
          return classes ? balance_folds(units, labels.labels() + 1, counts.folds, false, rng).fold_of
                         : assign_groups(sizes, counts.folds, options_.balance != GroupBalance::groups, rng);
        }));
    if (!groups.without.empty())
      builder.note(
          fmt::format("{} documents have no {}: left out", groups.without.size(), role_name(kind_.role)));
    return std::move(builder).finish(fmt::format(fmt::runtime(kind_.reason), counts.folds));
  }

 private:
  GroupKFoldKind kind_;
  GroupKFoldOptions options_;
  Options recorded_;
};

}  // namespace

Status deal_groups(SplitBuilder& builder, const Corpus& corpus, const std::string& method,
                   const std::string& noun, const FoldCounts& counts,
                   const std::vector<std::vector<uint32_t>>& groups, uint64_t seed,
                   const std::function<std::vector<uint32_t>(Rng&)>& fold_of) {
  if (groups.size() < counts.folds)
    return data_error(fmt::format("{0}: {1} {2} are too few for {3} folds of whole {2}", corpus.name(),
                                  groups.size(), plural(noun), counts.folds));
  for (uint32_t repeat = 0; repeat < counts.repeats; ++repeat) {
    Rng rng(seed, "split/" + method, std::to_string(repeat));
    const auto folds = fold_of(rng);
    std::vector<std::vector<uint32_t>> parts(counts.folds);
    for (size_t g = 0; g < folds.size(); ++g)
      parts[folds[g]].insert(parts[folds[g]].end(), groups[g].begin(), groups[g].end());
    builder.add_partition(parts);
  }
  if (groups.size() % counts.folds != 0)
    builder.note(
        fmt::format("{} folds do not divide {} {} evenly", counts.folds, groups.size(), plural(noun)));
  return {};
}

SplitterCatalog::Entry group_k_fold_entry(const GroupKFoldKind& kind) {
  const auto group = std::string(role_name(kind.role));
  OptionTable<GroupKFoldOptions> table(
      {.balance = kind.balance_documents ? GroupBalance::documents : GroupBalance::groups});
  table.include(&GroupKFoldOptions::counts, fold_count_table());
  table.words_in_order(
      "balance", &GroupKFoldOptions::balance,
      std::vector<std::string>{group + "s", "documents", "bytes", "classes"},
      fmt::format("{0}s: every fold has the same number of {0}s, give or take one; documents: nearly as even "
                  "in documents as whole {0}s allow; bytes: in the length of texts; classes: in documents of "
                  "each value of by",
                  group));
  table
      .add("by", &GroupKFoldOptions::by,
           "the columns of the classes, with commas between them, for balance = classes; in a study of "
           "classification the target; otherwise ignored")
      .column();
  table.require([](const GroupKFoldOptions& options) -> std::string {
    const bool none = options.by.empty() || options.by.front() == kNoColumn;
    return options.balance == GroupBalance::classes && none
               ? "balance = classes needs the column of the classes, as in by = label"
               : "";
  });
  table.include(&GroupKFoldOptions::train_side,
                kind.author_disjoint_option ? train_side_table() : validation_table());
  return {.name = kind.name,
          .summary = kind.summary,
          .citation = kind.citation,
          .traits = {.needs_topics = kind.role == Role::topic,
                     .needs_authors = kind.role == Role::author,
                     .novel_topics = kind.role == Role::topic,
                     .novel_authors = kind.role == Role::author},
          .options = table,
          .make = made_by<Splitter>(table, [kind](const GroupKFoldOptions& options, const Options& recorded) {
            return std::make_unique<GroupKFold>(kind, options, recorded);
          })};
}

// k-fold cross-validation over authors: each fold tests on authors that training never saw.
SplitterCatalog::Entry author_k_fold_splitter() {
  return group_k_fold_entry({
      .name = "author-k-fold",
      .summary = "Whole authors into k folds: each fold tests on authors that training never saw.",
      .citation = "",
      .role = Role::author,
      .balance_documents = true,
      .author_disjoint_option = false,
      .reason = "{} folds of whole authors: no author is on both sides; topics are.",
  });
}

// k-fold cross-validation over topics: each fold tests on topics that training never saw. (Sawatphol et al.
// 2024, section 4.1; the paper's code needs a number of topics that k divides and takes them in the order of
// a set, so its folds differ from run to run. Here topics are ordered by name and shuffled by the seed.)
SplitterCatalog::Entry topic_k_fold_splitter() {
  return group_k_fold_entry({
      .name = "topic-k-fold",
      .summary = "Whole topics into k folds: each fold tests on topics that training never saw.",
      .citation = "Sawatphol et al. 2024 (TACL), section 4.1",
      .role = Role::topic,
      .author_disjoint_option = true,
      .reason = "{} folds of whole topics: no topic is on both sides; authors may be.",
  });
}

}  // namespace standfast
