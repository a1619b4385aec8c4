#include "standfast/result/findings/summary.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "standfast/base/parallel.h"
#include "standfast/metric/stat/holm.h"
#include "standfast/metric/stat/unit_estimate.h"
#include "standfast/result/findings/cell_scores.h"

namespace standfast::result {
namespace {

// Counts cells, and the test pairs of the cells without a score. All models of a condition are tested on the
// same pairs, so a cell that has not run has the same folds and counts as the other models' cells.
void count_records(const RunRecords& run, Summary& summary, std::vector<uint64_t>& lost_items) {
  using Fold = std::pair<uint64_t, uint32_t>;  // seed, number
  for (size_t i = 0; i < summary.cells.size(); i += run.models.size()) {
    std::map<Fold, uint64_t> planned;
    std::vector<std::map<Fold, bool>> done(run.models.size());
    for (const auto& record : run.cells) {
      if (record.corpus != run.corpora[summary.cells[i].corpus].name ||
          record.condition != run.conditions[summary.cells[i].condition].name)
        continue;
      uint64_t& pairs = planned[{record.seed, record.fold}];
      pairs = std::max(pairs, record.n_test);
      for (size_t m = 0; m < run.models.size(); ++m)
        if (record.model == run.models[m].name) done[m][{record.seed, record.fold}] = record.ok;
    }
    for (const auto& missing : run.missing)
      if (missing.corpus == run.corpora[summary.cells[i].corpus].name &&
          missing.condition == run.conditions[summary.cells[i].condition].name)
        planned.try_emplace({missing.seed, missing.fold}, 0);
    for (size_t m = 0; m < run.models.size(); ++m)
      for (const auto& [fold, pairs] : planned) {
        const auto found = done[m].find(fold);
        auto& cell = summary.cells[i + m];
        if (found != done[m].end() && found->second) {
          ++cell.folds;
          continue;
        }
        ++(found == done[m].end() ? cell.missing : cell.failed);
        lost_items[i + m] += pairs;
      }
  }
}

// The cells of one corpus, whose items have units numbered over the whole corpus.
class Compared {
 public:
  Compared(std::vector<ScoredCell> cells, double level) : cells_(std::move(cells)), level_(level) {
    for (const auto& cell : cells_) items_.push_back(space_.items(cell.units, cell.shares));
  }
  bool has(size_t cell) const { return !cells_[cell].metrics.empty(); }
  const ScoredMetric& metric(size_t cell, size_t m) const { return cells_[cell].metrics[m]; }

  Estimate score(size_t cell, size_t m, const RunMetric& bounds) const {
    return unit_estimate(space_, {&items_[cell], &metric(cell, m).score}, level_, bounds.lowest,
                         bounds.highest);
  }
  Difference difference(size_t a, const Influenced& of_a, size_t b, const Influenced& of_b) const {
    return unit_difference(space_, {&items_[a], &of_a}, {&items_[b], &of_b}, level_);
  }
  // Points that a loses from its baseline to its shifted cell, minus the points that b loses.
  Difference difference_of_drops(std::pair<size_t, size_t> a, std::pair<size_t, size_t> b, size_t m,
                                 bool higher_is_better) const {
    const auto term = [&](size_t cell, double factor) {
      return UnitTerm{{&items_[cell], &metric(cell, m).score}, higher_is_better ? factor : -factor};
    };
    const UnitTerm terms[] = {term(a.first, 1), term(a.second, -1), term(b.first, -1), term(b.second, 1)};
    return unit_sum(space_, terms, level_);
  }
  Estimate share(size_t shifted, size_t baseline, size_t m) const {
    return unit_ratio(space_, {&items_[shifted], &metric(shifted, m).lead},
                      {&items_[baseline], &metric(baseline, m).lead}, level_);
  }

 private:
  UnitSpace space_;
  std::vector<ScoredCell> cells_;
  std::vector<UnitItems> items_;
  double level_;
};

// score - best: the worse the threshold fits, the further it is from 0.
Influenced minus(const Influenced& a, const Influenced& b) {
  if (!a.value || !b.value) return {};
  Influenced result{*a.value - *b.value, a.influence};
  for (size_t i = 0; i < result.influence.size(); ++i) result.influence[i] -= b.influence[i];
  return result;
}

void compare_with_baseline(const Compared& cells, size_t shifted, size_t baseline, size_t m,
                           const RunMetric& info, MetricSummary& out) {
  if (!cells.has(baseline)) {
    out.lost.estimate.why_not = out.survival.why_not = "the baseline has no score of this model";
    return;
  }
  const ScoredMetric &now = cells.metric(shifted, m), &then = cells.metric(baseline, m);
  // Points lost are positive where the model got worse, for either direction of the metric.
  const auto lost = [&](const Influenced& before, const Influenced& after) {
    return info.higher_is_better ? cells.difference(baseline, before, shifted, after)
                                 : cells.difference(shifted, after, baseline, before);
  };
  out.lost = lost(then.score, now.score);
  if (now.best.value && then.best.value) {
    out.ranking = lost(then.best, now.best);
    out.threshold = lost(minus(then.score, then.best), minus(now.score, now.best));
  }
  if (info.has_zero)
    out.survival = cells.share(shifted, baseline, m);
  else
    out.survival.why_not = "guessing has no single score by this metric";
}

// By the default metric. cells: those of one corpus.
void compare_drops(const RunRecords& run, const Compared& cells, size_t corpus, Summary& summary) {
  const size_t models = run.models.size(), m = summary.default_metric;
  for (size_t c = 0; c < run.conditions.size(); ++c) {
    if (!summary.baseline[c]) continue;
    const auto places = [&](size_t model) {
      return std::pair(*summary.baseline[c] * models + model, c * models + model);
    };
    const auto scored = [&](size_t model) {
      const auto [baseline, shifted] = places(model);
      return summary.chance_model != model && cells.has(baseline) && cells.has(shifted);
    };
    const size_t begin = summary.drop_tests.size();
    for (size_t a = 0; a < models; ++a)
      for (size_t b = a + 1; b < models; ++b)
        if (scored(a) && scored(b))
          summary.drop_tests.push_back(
              {corpus,
               c,
               a,
               b,
               cells.difference_of_drops(places(a), places(b), m,
                                         summary.profile.metrics[m].higher_is_better),
               {}});
    // Tests that are undefined take no part in the correction.
    std::vector<double> p;
    for (size_t i = begin; i < summary.drop_tests.size(); ++i)
      if (const auto& one = summary.drop_tests[i].difference.p) p.push_back(*one);
    const std::vector<double> corrected = holm(p);
    size_t next = 0;
    for (size_t i = begin; i < summary.drop_tests.size(); ++i)
      if (summary.drop_tests[i].difference.p) summary.drop_tests[i].p_holm = corrected[next++];
  }
}

}  // namespace

Result<Summary> study_outline(const RunRecords& run) {
  Summary summary;
  SF_ASSIGN(summary.profile, run_profile(run));
  summary.metrics = summary.profile.names();
  summary.default_metric = summary.profile.main;
  for (size_t m = 0; m < run.models.size(); ++m)
    if (run.is_chance(m) && !summary.chance_model) summary.chance_model = m;
  for (size_t c = 0; c < run.conditions.size(); ++c)
    if (run.conditions[c].reference && !summary.reference) summary.reference = c;
  for (size_t c = 0; c < run.conditions.size(); ++c) {
    auto& baseline = summary.baseline.emplace_back();
    // Other sides: the baseline is the same fits on the test items of their folds.
    if (run.conditions[c].side != kTestSide) {
      const auto& drawn = run.conditions[c].side_of;
      for (size_t k = 0; k < run.conditions.size(); ++k)
        if (run.conditions[k].name == drawn) baseline = k;
      continue;
    }
    if (summary.reference != c) baseline = summary.reference;
    // Of several controls, the one with the largest blocks. Fewer columns name a larger block; no column
    // means single documents.
    const auto largeness = [&](size_t k) {
      const size_t columns = run.conditions[k].block.size();
      return columns == 0 ? -std::numeric_limits<double>::infinity() : -static_cast<double>(columns);
    };
    std::optional<size_t> control;
    for (size_t k = 0; k < run.conditions.size(); ++k)
      if (run.the_task().traits().controls_are_baselines &&
          run.conditions[k].control_of == run.conditions[c].name &&
          (!control || largeness(k) > largeness(*control)))
        control = k;
    if (control) baseline = control;
  }
  return summary;
}

Result<Summary> summarise(const RunRecords& run, const SummaryOptions& options, Sink& sink) {
  SF_ASSIGN(Summary summary, study_outline(run));
  if (!options.metric.empty()) {
    SF_ASSIGN(summary.default_metric, summary.profile.place_of(options.metric));
  }
  for (size_t corpus = 0; corpus < run.corpora.size(); ++corpus)
    for (size_t condition = 0; condition < run.conditions.size(); ++condition)
      for (size_t model = 0; model < run.models.size(); ++model)
        summary.cells.push_back(
            {corpus, condition, model, 0, 0, 0, std::vector<MetricSummary>(summary.metrics.size())});
  std::vector<uint64_t> lost_items(summary.cells.size());
  count_records(run, summary, lost_items);

  const size_t a_corpus = run.conditions.size() * run.models.size();
  for (size_t corpus = 0; corpus < run.corpora.size(); ++corpus) {
    sink.progress("comparing", corpus, run.corpora.size());
    SF_ASSIGN(auto scored, scored_cells(run, corpus, options.threads));
    const Compared cells(std::move(scored), options.level);
    compare_drops(run, cells, corpus, summary);
    const size_t metrics = summary.metrics.size();
    parallel_for(a_corpus * metrics, options.threads, [&](size_t place) {
      const size_t i = place / metrics, m = place % metrics;
      auto& cell = summary.cells[corpus * a_corpus + i];
      auto& out = cell.metrics[m];
      out.n_total = lost_items[corpus * a_corpus + i];
      if (!cells.has(i)) {
        out.score.why_not = !run.asks(corpus, cell.condition) ? "not asked of this corpus"
                            : cell.failed > 0                 ? "every cell failed"
                                                              : "no cell has run";
        out.survival.why_not = out.lost.estimate.why_not = out.score.why_not;
        return;
      }
      const ScoredMetric& metric = cells.metric(i, m);
      const RunMetric& info = summary.profile.metrics[m];
      out.score = cells.score(i, m, info);
      out.guessing = metric.guessing;
      out.n_used = metric.n_used;
      out.n_total += metric.n_total;
      out.folds_used = metric.folds_used;
      const bool of_reference =
          run.conditions[cell.condition].side == kTestSide;  // other sides compare with their test side
      if (of_reference && !summary.reference)
        out.survival.why_not = out.lost.estimate.why_not =
            "no condition of the study is marked as the reference";
      else if (of_reference && !run.asks(corpus, *summary.reference))
        out.survival.why_not = out.lost.estimate.why_not = "the reference is not asked of this corpus";
      else if (const auto baseline = summary.baseline[cell.condition])
        compare_with_baseline(cells, i, *baseline * run.models.size() + cell.model, m, info, out);
      // From the reference to a control there is less and different data. That is not a shift, so there is no
      // share.
      if (summary.reference && !run.conditions[cell.condition].control_of.empty()) {
        out.survival = {};
        out.survival.why_not =
            "a control is no shift: what is lost to it is " + lost_to_control(run, cell.condition);
      }
    });
  }
  sink.progress("comparing", run.corpora.size(), run.corpora.size());
  return summary;
}

std::string lost_to_control(const RunRecords& run, size_t control) {
  const ConditionInfo& asked = run.conditions[control];
  if (asked.block.empty()) return "data";
  // Blocks are nested: the longest list of names contains all others.
  const auto* blocks = &asked.block;
  for (const auto& other : run.conditions)
    if (other.control_of == asked.control_of && other.block.size() > blocks->size()) blocks = &other.block;
  return fmt::format("data and {}", fmt::join(*blocks, " and "));
}

}  // namespace standfast::result
