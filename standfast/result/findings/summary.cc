#include "standfast/result/findings/summary.h"

#include <algorithm>
#include <cmath>
#include <list>
#include <map>

#include "standfast/base/parallel.h"
#include "standfast/metric/stat/multiple_tests.h"
#include "standfast/metric/stat/unit_estimate.h"
#include "standfast/result/findings/cell_scores.h"
#include "standfast/result/findings/control_chain.h"
#include "standfast/result/findings/shared_items.h"

namespace standfast::result {
namespace {

constexpr const char* kNoSharedItems = "the two can test no document in common";

// Counts cells, and the test pairs of the cells without a score. All models of a condition are tested on the
// same pairs, so a cell that has not run has the same folds and counts as the other models' cells.
void count_records(const RunRecords& run, Summary& summary, std::vector<uint64_t>& lost_items) {
  using Fold = std::pair<uint64_t, uint32_t>;  // seed, number
  for (size_t i = 0; i < summary.cells.size(); i += run.models.size()) {
    std::map<Fold, uint64_t> planned;
    std::vector<std::map<Fold, bool>> done(run.models.size());
    const std::string &corpus = run.corpora[summary.cells[i].corpus].name,
                      &condition = run.conditions[summary.cells[i].condition].name;
    for (const auto& record : run.cells) {
      if (record.corpus != corpus || record.condition != condition) continue;
      uint64_t& pairs = planned[{record.seed, record.fold}];
      pairs = std::max(pairs, record.n_test);
      for (size_t m = 0; m < run.models.size(); ++m)
        if (record.model == run.models[m].name) done[m][{record.seed, record.fold}] = record.ok;
    }
    for (const auto& missing : run.missing)
      if (missing.corpus == corpus && missing.condition == condition)
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

// A model under a condition.
struct Answerer {
  const ScoredCells* condition = nullptr;
  size_t model = 0;
  bool scored() const { return condition->has(model); }
  const ScoredMetric& metric(size_t m) const { return condition->metrics[model][m]; }
  OnUnits on_units(const Influenced& number) const { return {condition->items[model].get(), &number}; }
};

// Compares the cells of one corpus, whose items have units numbered over the whole corpus. m: place of a
// metric.
class Comparer {
 public:
  Comparer(const RunProfile& profile, const UnitSpace& space, double level)
      : profile_(profile), space_(space), level_(level) {}

  const RunMetric& metric(size_t m) const { return profile_.metrics[m]; }
  Estimate score(const Answerer& cell, size_t m) const {
    return unit_estimate(space_, cell.on_units(cell.metric(m).score), level_, metric(m).lowest,
                         metric(m).highest);
  }
  // Returns the points by which a is better than b, for either direction of the metric.
  Difference lead(const Answerer& a, const Influenced& of_a, const Answerer& b, const Influenced& of_b,
                  size_t m) const {
    const OnUnits mine = a.on_units(of_a), other = b.on_units(of_b);
    return metric(m).higher_is_better ? unit_difference(space_, mine, other, level_, metric(m).range())
                                      : unit_difference(space_, other, mine, level_, metric(m).range());
  }
  // Returns the points that a loses from its baseline to its shifted cell, minus the points that b loses.
  Difference difference_of_drops(std::pair<Answerer, Answerer> a, std::pair<Answerer, Answerer> b,
                                 size_t m) const {
    const auto term = [&](const Answerer& cell, double factor) {
      return UnitTerm{cell.on_units(cell.metric(m).score), metric(m).higher_is_better ? factor : -factor};
    };
    const UnitTerm terms[] = {term(a.first, 1), term(a.second, -1), term(b.first, -1), term(b.second, 1)};
    return unit_sum(space_, terms, level_, 2 * metric(m).range());
  }
  Estimate share(const Answerer& shifted, const Answerer& baseline, size_t m) const {
    return unit_ratio(space_, shifted.on_units(shifted.metric(m).lead),
                      baseline.on_units(baseline.metric(m).lead), level_);
  }

 private:
  const RunProfile& profile_;
  const UnitSpace& space_;
  double level_;
};

// Returns a - b, used for score - best: the worse the threshold fits, the further it is from 0.
Influenced minus(const Influenced& a, const Influenced& b) {
  if (!a.value || !b.value) return {};
  Influenced result{*a.value - *b.value, a.influence};
  for (size_t i = 0; i < result.influence.size(); ++i) result.influence[i] -= b.influence[i];
  const std::pair<SharedLuck, double> luck[] = {{a.luck, 1}, {b.luck, -1}};
  result.luck = sum_of_luck(luck);
  return result;
}

// Returns true if the score is the same for all items, as when a model answers all of them right. Rounding
// leaves tiny influences, which are shares of a whole.
bool never_differs(const Influenced& score) {
  const double none = 1e-9 / static_cast<double>(std::max<size_t>(score.influence.size(), 1));
  return std::ranges::all_of(score.influence, [&](double influence) { return std::abs(influence) < none; });
}

// Give the reason why a cell is not compared, or why nothing of its lead can survive.
void claim_nothing(MetricSummary& out, const std::string& why_not) {
  out.lost.estimate.why_not = out.survival.why_not = why_not;
}
void claim_no_share(MetricSummary& out, const std::string& why_not) {
  out.survival = {};
  out.survival.why_not = why_not;
}

void compare_with_baseline(const Comparer& compare, const Answerer& shifted, const Answerer& baseline,
                           size_t m, MetricSummary& out) {
  if (!baseline.scored()) return claim_nothing(out, "the baseline has no score of this model");
  const ScoredMetric &now = shifted.metric(m), &then = baseline.metric(m);
  const auto lost = [&](const Influenced& before, const Influenced& after) {
    return compare.lead(baseline, before, shifted, after, m);
  };
  out.lost = lost(then.score, now.score);
  if (now.best.value && then.best.value) {
    out.ranking = lost(then.best, now.best);
    out.threshold = lost(minus(then.score, then.best), minus(now.score, now.best));
  }
  if (!compare.metric(m).has_zero) return claim_no_share(out, "guessing has no single score by this metric");
  if (now.score.value && then.score.value && (!now.lead.value || !then.lead.value))
    return claim_no_share(
        out, "in every fold the tested documents are of one class, so no answer is better than a guess");
  out.survival = compare.share(shifted, baseline, m);
  // The interval would only be the error of guessing.
  if (out.survival.interval && (never_differs(now.score) || never_differs(then.score))) {
    out.survival.interval.reset();
    out.survival.why_no_interval =
        "one of the scores is the same for every item, so its error cannot be estimated";
  }
}

// Removes the share of a model that is not trained here, which answers an item alike in any fold. If two
// conditions test the same items, a share would only compare the scores of guessing in their folds.
void claim_no_share_of_the_same_answers(MetricSummary& out) {
  const Estimate& lost = out.lost.estimate;
  if (!out.survival.value || !lost.value || lost.interval || std::abs(*lost.value) > 1e-12) return;
  claim_no_share(out,
                 "each item is answered alike under both, so nothing is lost of which a share could be left");
}

// Removes the comparison of scores of different items.
void claim_nothing_of_different_items(MetricSummary& out, const RunMetric& info) {
  if (!out.lost.estimate.value) return;
  out.lost = no_difference();
  out.ranking.reset();
  out.threshold.reset();
  if (!info.has_zero || !out.survival.value) return;  // there is another reason already
  claim_no_share(out, kDifferentItems);
}

// A condition and its counterpart in a comparison, over the items that both can test.
struct Compared {
  const ScoredCells* shifted = nullptr;
  const ScoredCells* baseline = nullptr;  // null: with nothing
  std::vector<std::string> columns = {};  // in which these items have a value; empty: they are all there are
  bool known = true;                      // which items these are
};

uint64_t items_of(const ScoredCells& cells, size_t model) {
  return cells.has(model) ? cells.items[model]->size() : 0;
}

// Returns the items of a comparison that is not over all items, and the scores over them. shifted, baseline:
// with all items.
ComparedItems compared_items(const Comparer& compare, const Compared& compared, const ScoredCells& shifted,
                             const ScoredCells& baseline, size_t model, size_t m) {
  ComparedItems items;
  items.columns = compared.columns;
  items.of = items_of(shifted, model);
  items.baseline_of = items_of(baseline, model);
  const auto add = [&](const Answerer& cell, uint64_t& n, Estimate& score, std::optional<double>& guessing) {
    n = items_of(*cell.condition, model);
    score.why_not = kNoSharedItems;
    if (!cell.scored()) return;
    score = compare.score(cell, m);
    guessing = cell.metric(m).guessing;
  };
  add({compared.shifted, model}, items.n, items.score, items.guessing);
  add({compared.baseline, model}, items.baseline_n, items.baseline_score, items.baseline_guessing);
  return items;
}

// Compares a cell with the models of topics under its condition, which have the same items.
std::vector<OverTopic> over_topics(const RunRecords& run, const CellIndex& index, const Comparer& compare,
                                   const Answerer& cell, size_t m, const CellSummary& place) {
  std::vector<OverTopic> found;
  const auto folds_of = [&](size_t model) -> const Folds& {
    return index.folds(place.corpus, place.condition, model);
  };
  for (size_t model = 0; model < run.models.size(); ++model) {
    const Answerer topic{cell.condition, model};
    if (!run.topics_only(model) || !topic.scored() || !have_same_folds(folds_of(cell.model), folds_of(model)))
      continue;
    found.push_back({model, compare.lead(cell, cell.metric(m).score, topic, topic.metric(m).score, m)});
  }
  return found;
}

// Fills the numbers of all cells of one corpus and condition by one metric. shifted, baseline: with all
// items; total: with the reference, if that is not the baseline.
void fill(const RunRecords& run, const CellIndex& index, const Comparer& compare, const ScoredCells& shifted,
          const ScoredCells* baseline, const Compared& compared, const Compared& total, size_t m,
          uint64_t lost_items, const Summary& summary, CellSummary& cell) {
  auto& out = cell.metrics[m];
  out.n_total = lost_items;
  const Answerer now{&shifted, cell.model};
  if (!now.scored()) {
    out.score.why_not = !run.asks(cell.corpus, cell.condition) ? "not run on this corpus"
                        : cell.failed > 0                      ? "every cell failed"
                                                               : "no cell has run";
    return claim_nothing(out, out.score.why_not);
  }
  const ScoredMetric& metric = now.metric(m);
  const RunMetric& info = compare.metric(m);
  out.score = compare.score(now, m);
  out.guessing = metric.guessing;
  out.n_used = metric.n_used;
  out.n_total += metric.n_total;
  out.folds_used = metric.folds_used;
  if (summary.chance_model != cell.model && !run.topics_only(cell.model))
    out.over_topic = over_topics(run, index, compare, now, m, cell);
  const ConditionInfo& condition = run.conditions[cell.condition];
  const bool of_reference =  // other sides compare with another side of the same fits
      condition.side == kTestSide || (condition.of_planted_fold() && condition.side == kOriginalSide);
  if (of_reference && !summary.reference)
    claim_nothing(out, "no condition of the study is marked as the reference");
  else if (of_reference && !run.asks(cell.corpus, *summary.reference))
    claim_nothing(out, "the reference is not run on this corpus");
  else if (baseline != nullptr && !compared.known)
    claim_nothing(out, kUnknownItems);
  else if (baseline != nullptr && !compared.shifted->has(cell.model))
    claim_nothing(out, kNoSharedItems);
  else if (baseline != nullptr)
    compare_with_baseline(compare, {compared.shifted, cell.model}, {compared.baseline, cell.model}, m, out);
  if (baseline != nullptr && compared.known && !compared.columns.empty())
    out.compared = compared_items(compare, compared, shifted, *baseline, cell.model, m);
  if (run.is_pretrained(cell.model)) claim_no_share_of_the_same_answers(out);
  const auto same_items = [&](size_t other) {
    return have_same_items(run, index, cell.corpus, {cell.condition, cell.model}, {other, cell.model});
  };
  if (const auto& from = summary.baseline[cell.condition]; baseline != nullptr && from && !same_items(*from))
    claim_nothing_of_different_items(out, info);
  // A side has other items than the folds, which may just be easier. If that is clear, only the points are
  // given and no share. (Leaving out all shares above 1 would keep the shares that came out too low.)
  const auto& share = out.survival;
  if (condition.folds_share_items() && share.value &&
      (share.interval ? share.interval->low : *share.value) > 1)
    claim_no_share(out, "the side is easier than its baseline, so no share that survives is given");
  if (total.baseline != nullptr && total.known && info.has_zero && total.shifted->has(cell.model) &&
      total.baseline->has(cell.model) && same_items(*summary.reference))
    out.total = compare.share({total.shifted, cell.model}, {total.baseline, cell.model}, m);
  // From the reference to a control there is less and different data. That is not a shift, so there is no
  // share.
  if (summary.reference && !condition.control_of.empty())
    claim_no_share(out, "a control is no shift: the loss to it is " + lost_to_control(run, cell.condition));
}

// Compares every pair of models under one condition, by the default metric.
std::vector<DropTest> compare_drops(const RunRecords& run, const CellIndex& index, const Comparer& compare,
                                    const ScoredCells& shifted, const ScoredCells& baseline, size_t corpus,
                                    size_t condition, const Summary& summary) {
  const size_t models = run.models.size(), m = summary.default_metric;
  const auto cells = [&](size_t model) {
    return std::pair(Answerer{&baseline, model}, Answerer{&shifted, model});
  };
  const auto scored = [&](size_t model) {
    return summary.chance_model != model && baseline.has(model) && shifted.has(model);
  };
  std::vector<DropTest> tests;
  for (size_t a = 0; a < models; ++a)
    for (size_t b = a + 1; b < models; ++b)
      if (scored(a) && scored(b))
        tests.push_back({corpus, condition, a, b, compare.difference_of_drops(cells(a), cells(b), m), {}});
  const size_t from = *summary.baseline[condition];
  for (auto& test : tests) {
    const auto same = [&](CellPlace a, CellPlace b) { return have_same_items(run, index, corpus, a, b); };
    const bool all_same = same({condition, test.first}, {from, test.first}) &&
                          same({condition, test.second}, {from, test.second}) &&
                          same({condition, test.first}, {condition, test.second});
    if (!all_same && test.difference.estimate.value) test.difference = no_difference();
  }
  // Undefined tests take no part in the correction.
  std::vector<double> p;
  for (const auto& test : tests)
    if (const auto& one = test.difference.p) p.push_back(*one);
  const std::vector<double> corrected = holm(p);
  size_t next = 0;
  for (auto& test : tests)
    if (test.difference.p) test.p_holm = corrected[next++];
  return tests;
}

// A walk through the conditions of one corpus from each baseline to the conditions that count from it. Each
// condition is scored once, and only conditions on the way to it are in memory. (Accuracies along a chain of
// controls stay until its end.)
class Walk {
 public:
  Walk(const RunRecords& run, const CellIndex& index, size_t corpus, const SummaryOptions& options,
       const std::vector<uint64_t>& lost_items, Summary& summary)
      : run_(run),
        index_(index),
        corpus_(corpus),
        options_(options),
        lost_items_(lost_items),
        summary_(summary),
        space_(unit_space(run, index, corpus)),
        visited_(run.conditions.size(), false),
        tests_(run.conditions.size()) {
    if (run.the_task().traits().draws_pairs) return;
    if (const auto accuracy = summary.profile.place_of("accuracy"))
      chain_.emplace(run, summary.reference, summary.baseline, *accuracy);
  }

  Status all() {
    for (size_t c = 0; c < visited_.size(); ++c)
      if (!summary_.baseline[c]) SF_TRY(visit(c, nullptr, nullptr));
    // Conditions not visited yet count from each other in a circle: a reference that has a matched control.
    for (size_t c = 0; c < visited_.size(); ++c) {
      if (visited_[c]) continue;
      SF_ASSIGN(const ScoredCells baseline, scored(*summary_.baseline[c]));
      SF_TRY(visit(c, &baseline, nullptr));
    }
    for (auto& tests : tests_)
      for (auto& test : tests) summary_.drop_tests.push_back(std::move(test));
    if (!chain_) return {};
    for (const auto& [from, to] : chain_->steps()) {
      const auto columns = columns_to_share(run_, corpus_, from, to);
      if (columns.empty()) continue;
      if (!can_choose(from, to, columns)) {
        const ScoredCells none{std::vector<std::vector<ScoredMetric>>(run_.models.size()), {}};
        chain_->keep_step({from, to}, none, none);
        continue;
      }
      SF_ASSIGN(const ScoredCells before, scored(from, columns));
      SF_ASSIGN(const ScoredCells after, scored(to, columns));
      chain_->keep_step({from, to}, before, after);
    }
    for (auto& loss : chain_->found(space_, corpus_, options_.level, options_.threads))
      summary_.chain_losses.push_back(std::move(loss));
    return {};
  }

 private:
  Result<ScoredCells> scored(size_t condition, const std::vector<std::string>& columns = {}) {
    return scored_condition(run_, index_, corpus_, condition, options_.threads, space_, columns);
  }

  bool can_choose(size_t a, size_t b, const std::vector<std::string>& columns) const {
    return can_choose_items(run_, corpus_, a, columns) && can_choose_items(run_, corpus_, b, columns);
  }

  // Scores a condition and those that count from it. reference: the scores of the reference, if it was
  // visited on the way here.
  Status visit(size_t condition, const ScoredCells* baseline, const ScoredCells* reference) {
    visited_[condition] = true;
    SF_ASSIGN(const ScoredCells shifted, scored(condition));
    SF_TRY(compare(condition, shifted, baseline, reference));
    if (chain_) chain_->keep(condition, shifted);
    if (summary_.reference == condition) reference = &shifted;
    for (size_t c = 0; c < visited_.size(); ++c)
      if (!visited_[c] && summary_.baseline[c] == condition) SF_TRY(visit(c, &shifted, reference));
    return {};
  }

  // Returns the scores of two conditions over the items that both can test. Scores over fewer than all items
  // are put into `kept`.
  Result<Compared> shared(size_t condition, const ScoredCells& shifted, size_t with,
                          const ScoredCells* baseline, std::list<ScoredCells>& kept) {
    Compared compared{&shifted, baseline};
    if (baseline == nullptr) return compared;
    compared.columns = columns_to_share(run_, corpus_, condition, with);
    if (compared.columns.empty()) return compared;
    compared.known = can_choose(condition, with, compared.columns);
    if (!compared.known) return compared;
    SF_ASSIGN(ScoredCells own, scored(condition, compared.columns));
    compared.shifted = &kept.emplace_back(std::move(own));
    SF_ASSIGN(ScoredCells of_baseline, scored(with, compared.columns));
    compared.baseline = &kept.emplace_back(std::move(of_baseline));
    return compared;
  }

  Status compare(size_t condition, const ScoredCells& shifted, const ScoredCells* baseline,
                 const ScoredCells* reference) {
    const Comparer compare(summary_.profile, space_, options_.level);
    std::list<ScoredCells> kept;
    SF_ASSIGN(const Compared compared,
              shared(condition, shifted, summary_.baseline[condition].value_or(condition), baseline, kept));
    const bool beside =
        baseline != nullptr && reference != nullptr && summary_.baseline[condition] != summary_.reference &&
        run_.conditions[condition].control_of.empty() && run_.conditions[condition].side == kTestSide;
    SF_ASSIGN(const Compared total, shared(condition, shifted, summary_.reference.value_or(condition),
                                           beside ? reference : nullptr, kept));
    if (baseline != nullptr && compared.known)
      tests_[condition] = compare_drops(run_, index_, compare, *compared.shifted, *compared.baseline, corpus_,
                                        condition, summary_);
    const size_t models = run_.models.size(), metrics = summary_.metrics.size();
    const size_t first = (corpus_ * run_.conditions.size() + condition) * models;
    if (run_.the_task().traits().draws_pairs)
      for (size_t m = 0; m < models; ++m) {
        summary_.cells[first + m].answers = items_of(shifted, m);
        summary_.cells[first + m].undecided = shifted.undecided[m];
      }
    parallel_for(models * metrics, options_.threads, [&](size_t place) {
      const size_t i = first + place / metrics;
      fill(run_, index_, compare, shifted, baseline, compared, total, place % metrics, lost_items_[i],
           summary_, summary_.cells[i]);
    });
    return {};
  }

  const RunRecords& run_;
  const CellIndex& index_;
  size_t corpus_;
  const SummaryOptions& options_;
  const std::vector<uint64_t>& lost_items_;
  Summary& summary_;
  UnitSpace space_;
  std::vector<bool> visited_;
  std::vector<std::vector<DropTest>> tests_;  // by condition
  std::optional<ChainLosses> chain_;
};

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
  summary.baseline = baselines(run, summary.reference);
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

  const CellIndex index(run);
  for (size_t corpus = 0; corpus < run.corpora.size(); ++corpus) {
    sink.progress("comparing", corpus, run.corpora.size());
    SF_TRY(Walk(run, index, corpus, options, lost_items, summary).all());
  }
  sink.progress("comparing", run.corpora.size(), run.corpora.size());
  return summary;
}

}  // namespace standfast::result
