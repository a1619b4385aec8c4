#include "standfast/split/purge.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/corpus/duplicate/duplicates.h"
#include "standfast/split/extra_options.h"
#include "standfast/split/folds.h"

namespace standfast {
namespace {

constexpr const char* kPurge = "purge";
constexpr const char* kPurgeNear = "purge-near";
constexpr const char* kPurgeTokens = "purge-tokens";

struct PurgeOptions {
  std::string group{kNoColumn};
  NearPurge near = {};
  bool any() const { return group != kNoColumn || near.threshold > 0; }
};

// The documents that a fold must not train on, given its tested documents.
class Forbidden {
 public:
  static Result<Forbidden> make(const Corpus& corpus, const Sample& sample, const PurgeOptions& options,
                                int threads) {
    Forbidden made;
    if (options.group != kNoColumn) {
      SF_ASSIGN(const SplitGroups groups, split_groups(corpus, sample, options.group));
      made.group_of_.assign(corpus.size(), kMissing);
      made.group_tested_.assign(groups.rows.size(), 0);
      for (uint32_t g = 0; g < groups.rows.size(); ++g)
        for (const uint32_t row : groups.rows[g]) made.group_of_[row] = g;
      made.without_ = groups.without.size();
    }
    if (options.near.threshold > 0) {
      SF_ASSIGN(const auto pairs, near_pairs(corpus, sample.rows, options.near, threads));
      made.near_.resize(corpus.size());
      made.near_tested_.assign(corpus.size(), 0);
      for (const auto& pair : pairs) {
        made.near_[pair.a].push_back(pair.b);
        made.near_[pair.b].push_back(pair.a);
      }
    }
    return made;
  }

  void test(const RowSet& rows) {
    ++fold_;
    for (const uint32_t row : rows) {
      if (!group_of_.empty() && group_of_[row] != kMissing) group_tested_[group_of_[row]] = fold_;
      if (!near_.empty())
        for (const uint32_t other : near_[row]) near_tested_[other] = fold_;
    }
  }
  bool by_group(uint32_t row) const {
    return !group_of_.empty() && group_of_[row] != kMissing && group_tested_[group_of_[row]] == fold_;
  }
  bool by_text(uint32_t row) const { return !near_.empty() && near_tested_[row] == fold_; }
  size_t without() const { return without_; }

 private:
  // By row of the corpus.
  std::vector<uint32_t> group_of_;
  std::vector<std::vector<uint32_t>> near_;
  // The last fold that tests the group, or a near duplicate of the row; folds count from 1.
  std::vector<uint64_t> group_tested_, near_tested_;
  uint64_t fold_ = 0;
  size_t without_ = 0;
};

class PurgedSplitter final : public Splitter {
 public:
  PurgedSplitter(std::unique_ptr<Splitter> splitter, PurgeOptions options)
      : splitter_(std::move(splitter)), options_(std::move(options)) {}

  Result<Split> split(const Corpus& corpus, const Sample& sample,
                      const SplitContext& context) const override {
    SF_ASSIGN(Split split, splitter_->split(corpus, sample, context));
    SF_ASSIGN(Forbidden forbidden, Forbidden::make(corpus, sample, options_, context.threads));
    uint64_t runs = 0;
    Fold::Purged all;
    for (size_t f = 0; f < split.folds.size(); ++f) {
      Fold& fold = split.folds[f];
      const bool validated = !fold.validation.empty();
      purge(fold, forbidden);
      if (fold.train.empty() || (validated && fold.validation.empty()))
        return data_error(fmt::format("{}: fold {} of {} has no {} documents once it is purged of {}",
                                      corpus.name(), f, split.method,
                                      fold.train.empty() ? "train" : "validation", what()));
      all.group += fold.purged.group;
      all.text += fold.purged.text;
      runs += runs_of(fold);
      if (runs > kMostRuns)
        return data_error(
            fmt::format("{}: the purged folds of {} would take more than {} GB; use fewer folds",
                        corpus.name(), split.method, (kMostRuns * sizeof(RowSet::Run)) >> 30));
    }
    note(all, forbidden, split);
    return split;
  }

 private:
  std::string what() const {
    const std::string near =
        fmt::format("near duplicates of its test side ({} = {})", kPurgeNear, options_.near.threshold);
    if (options_.group == kNoColumn) return near;
    return fmt::format("every {} of its test side{}", options_.group,
                       options_.near.threshold > 0 ? " and of " + near : "");
  }

  static void purge(Fold& fold, Forbidden& forbidden) {
    forbidden.test(fold.test);
    std::vector<uint32_t> aside = fold.aside.list();
    const auto leaves = [&](uint32_t row) {
      const bool group = forbidden.by_group(row);
      if (!group && !forbidden.by_text(row)) return false;
      ++(group ? fold.purged.group : fold.purged.text);
      aside.push_back(row);
      return true;
    };
    fold.train.erase_if(leaves);
    fold.validation.erase_if(leaves);
    fold.aside = sorted_rows(std::move(aside));
  }

  void note(const Fold::Purged& all, const Forbidden& forbidden, Split& split) const {
    const auto each = [&](uint64_t n) {
      return fmt::format("{} documents in {} folds", n, split.folds.size());
    };
    if (options_.group != kNoColumn)
      split.notes.push_back(fmt::format(
          "purged: {} leave train or validation because they share a {} with a "
          "tested document{}",
          each(all.group), options_.group,
          forbidden.without() > 0
              ? fmt::format("; {} documents have no {} and stay", forbidden.without(), options_.group)
              : ""));
    if (options_.near.threshold > 0)
      split.notes.push_back(fmt::format(
          "purged: {}{} leave train or validation because their text is a near duplicate of a tested one "
          "(similarity {} or more)",
          each(all.text), options_.group == kNoColumn ? "" : " beside these", options_.near.threshold));
    split.reason += fmt::format(" Train is purged of {}.", what());
  }

  std::unique_ptr<Splitter> splitter_;
  PurgeOptions options_;
};

OptionTable<NearPurge> near_purge_table() {
  OptionTable<NearPurge> table;
  table
      .add(kPurgeNear, &NearPurge::threshold,
           "leave out of train the near duplicates of tested texts: the smallest share of tokens that both "
           "have; 0: keep them")
      .between(0, 1);
  table.words_in_order(
      kPurgeTokens, &NearPurge::tokens, std::vector<std::string>{"runs", "words"},
      "tokens of purge-near: runs of five words (shorter texts only if they are equal), or words");
  table.require([](const NearPurge& near) -> std::string {
    return near.threshold == 0 && near.tokens != NearPurge{}.tokens
               ? fmt::format("{} belongs to {}, such as {} = 0.8", kPurgeTokens, kPurgeNear, kPurgeNear)
               : "";
  });
  return table;
}

}  // namespace

SplitterCatalog::Entry with_purge(SplitterCatalog::Entry entry) {
  OptionTable<PurgeOptions> table;
  table
      .add(kPurge, &PurgeOptions::group,
           "the column (thread, author ...) whose values on the test side leave train; none: keep them")
      .column();
  table.include(&PurgeOptions::near, near_purge_table());
  return with_options(
      std::move(entry), table, [](std::unique_ptr<Splitter> splitter, PurgeOptions options, const Options&) {
        return options.any() ? std::make_unique<PurgedSplitter>(std::move(splitter), std::move(options))
                             : std::move(splitter);
      });
}

std::string purged_by(const Options& options) {
  const auto found = options.values().find(kPurge);
  if (found == options.values().end()) return "";
  const auto* column = std::get_if<std::string>(&found->second);
  return column == nullptr || *column == kNoColumn ? "" : *column;
}

std::optional<NearPurge> near_purge(const Options& options) {
  NearPurge purge;
  const auto threshold = options.values().find(kPurgeNear), tokens = options.values().find(kPurgeTokens);
  if (threshold == options.values().end()) return std::nullopt;
  // An integer in a file is read as int64_t.
  if (const auto* number = std::get_if<double>(&threshold->second)) purge.threshold = *number;
  if (const auto* whole = std::get_if<int64_t>(&threshold->second))
    purge.threshold = static_cast<double>(*whole);
  if (tokens != options.values().end() && tokens->second == OptionValue(std::string("words")))
    purge.tokens = NearTokens::words;
  if (!(purge.threshold > 0 && purge.threshold <= 1)) return std::nullopt;
  return purge;
}

Result<std::vector<SimilarPair>> near_pairs(const Corpus& corpus, std::span<const uint32_t> rows,
                                            const NearPurge& purge, int threads) {
  std::vector<std::string_view> texts;
  texts.reserve(rows.size());
  for (const uint32_t row : rows) texts.push_back(corpus.text(row));
  const Duplicates found = find_duplicates(
      texts, {.threshold = purge.threshold, .tokens = purge.tokens, .near = true, .threads = threads});
  constexpr uint64_t kMostPairs = 20'000'000;
  if (!found.all_near || found.all_pairs > kMostPairs)
    return data_error(
        fmt::format("{}: too many texts are near duplicates to list them at {} = {}; give a larger value",
                    corpus.name(), kPurgeNear, purge.threshold));
  auto pairs = with_copies(found);
  for (auto& pair : pairs) {
    pair.a = rows[pair.a];
    pair.b = rows[pair.b];
  }
  return pairs;
}

}  // namespace standfast
