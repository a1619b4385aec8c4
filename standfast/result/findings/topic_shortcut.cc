#include "standfast/result/findings/topic_shortcut.h"

#include <algorithm>
#include <cmath>

#include "standfast/metric/pairs/topic_shortcut.h"
#include "standfast/metric/stat/multiple_tests.h"
#include "standfast/result/findings/cell_scores.h"
#include "standfast/result/findings/shared_items.h"
#include "standfast/result/run/records.h"

namespace standfast::result {
namespace {

// Returns the numbers of a side, without a value if no cell has finished.
ShortcutSide side_of(const ScoredCell& cell, size_t metric) {
  static const Influenced kNothing;
  return {cell.units, cell.shares, cell.metrics.empty() ? &kNothing : &cell.metrics[metric].score};
}

// Ranks the rows of one corpus that have the value; 1 = smallest.
template <class Value, class Rank>
void rank_rows(std::vector<ShortcutRow>& rows, size_t corpus, const Value& value, const Rank& rank) {
  std::vector<double> values;
  std::vector<ShortcutRow*> of_corpus;
  for (auto& row : rows)
    if (const auto v = value(row); row.corpus == corpus && v) {
      values.push_back(-*v);
      of_corpus.push_back(&row);
    }
  const auto ranks = model_ranks(values);
  for (size_t i = 0; i < of_corpus.size(); ++i) rank(*of_corpus[i]) = ranks[i];
}

}  // namespace

Result<TopicShortcut> topic_shortcut(const RunRecords& run, const Contrast& contrast,
                                     const std::string& metric, const RankingOptions& options) {
  SF_ASSIGN(const RunProfile profile, run_profile(run));
  SF_ASSIGN(const size_t k, profile.place_of(metric));
  const RunMetric& info = profile.metrics[k];
  TopicShortcut test;
  test.metric = metric;
  const CellIndex index(run);
  for (size_t corpus = 0; corpus < run.corpora.size(); ++corpus) {
    const auto scored = [&](size_t condition) {
      return scored_models(run, index, corpus, condition, options.resampling.threads);
    };
    SF_ASSIGN(const auto of_hits, scored(contrast.hits));
    SF_ASSIGN(const auto of_random, scored(contrast.random));
    std::vector<double> ps;
    for (size_t model = 0; model < run.models.size(); ++model) {
      if (run.is_chance(model)) continue;
      ShortcutRow row;
      row.corpus = corpus;
      row.model = model;
      const ScoredCell &hits = of_hits[model], &random = of_random[model];
      const ShortcutTest tested =
          shortcut_test(side_of(hits, k), side_of(random, k), options.level, info.lowest, info.highest);
      row.hits = tested.hits;
      row.random = tested.random;
      row.average = tested.average;
      row.difference = tested.difference;
      row.ratio = tested.ratio;
      row.p = tested.p;
      if (row.difference.value &&
          !have_same_items(run, index, corpus, {contrast.hits, model}, {contrast.random, model})) {
        row.difference.interval.reset();  // the sentence beside it says that nothing follows from it
        row.difference.why_no_interval = kDifferentItems;
        row.p.reset();
        row.average = row.ratio = {};
        row.average.why_not = row.ratio.why_not = kDifferentItems;
      }
      const auto count = [&](const ScoredCell& cell, uint32_t& folds, uint64_t& pairs) {
        if (cell.metrics.empty()) return;
        folds = cell.metrics[k].folds_used;
        pairs = cell.metrics[k].n_used;
      };
      count(hits, row.hits_folds, row.hits_pairs);
      count(random, row.random_folds, row.random_pairs);
      if (row.p) ps.push_back(*row.p);
      test.rows.push_back(std::move(row));
    }
    const auto corrected = holm(ps);
    size_t next = 0;
    for (auto& row : test.rows)
      if (row.corpus == corpus && row.p) row.p_holm = corrected[next++];
    rank_rows(
        test.rows, corpus,
        [](const ShortcutRow& row) {
          return row.difference.value && row.average.value ? std::optional(std::abs(*row.difference.value))
                                                           : std::nullopt;
        },
        [](ShortcutRow & row) -> auto& { return row.rank_difference; });
    rank_rows(
        test.rows, corpus,
        [](const ShortcutRow& row) {
          return row.average.value ? std::optional(-*row.average.value) : std::nullopt;
        },
        [](ShortcutRow & row) -> auto& { return row.rank_average; });
  }
  return test;
}

}  // namespace standfast::result
