#include "standfast/result/findings/cell_scores.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "standfast/base/parallel.h"
#include "standfast/base/result.h"
#include "standfast/metric/best_cut.h"
#include "standfast/metric/classes/classification_profile.h"
#include "standfast/metric/classes/guessing.h"
#include "standfast/metric/pairs/profile.h"
#include "standfast/result/findings/shared_items.h"
#include "standfast/result/run/answer_store.h"
#include "standfast/result/run/cell_index.h"
#include "standfast/result/task/task_results.h"
#include "standfast/study/cell/left_out.h"

namespace standfast::result {
namespace {

// Changes of a condition's scores under other training (metric/stat/influence.h) come from the nested cells
// of a run (study/cell/left_out.h).
constexpr const char* kNotAllRan = "nested cells have not run";
constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

using FoldKey = std::pair<uint64_t, uint32_t>;  // seed, number

FoldKey key_of(const CellRecord& cell) {
  return {cell.seed, cell.fold};
}

// Nested cells of one corpus, condition and model, by block and fold.
using ByBlock = std::map<LeftOut, std::map<FoldKey, const CellRecord*>>;

// Scores over the same items, answered by the cells and by the nested cells that left a block out.
struct WithoutBlock {
  std::vector<uint32_t> places, nested_places;  // of the items, counted over all folds of each
  Folds folds;                                  // of nested cells that answered any
  double share = 0;                             // of the block in the score
  bool undefined = false;                       // a fold could not be trained without the block
  std::string why_not;
};

// Scores the cells with and without one block. kept: by item of all folds, true if it counts; empty: all
// count.
WithoutBlock without_block(const TaskResults& results, const Folds& folds, const std::vector<bool>& kept,
                           const std::map<FoldKey, const CellRecord*>& nested) {
  WithoutBlock found;
  uint32_t begin = 0, nested_begin = 0;
  double left = 0, all = 0;
  std::vector<std::pair<uint32_t, uint32_t>> places;  // in the cells, in the nested cells
  for (const CellRecord* fold : folds) {
    const auto n = static_cast<uint32_t>(answer_count(*fold));
    const auto one = nested.find(key_of(*fold));
    if (one == nested.end()) {
      found.why_not = kNotAllRan;
      return found;
    }
    const CellRecord& fewer = *one->second;
    if (!fewer.ok || fewer.n_train == 0) {
      found.undefined = true;
      return found;
    }
    const std::vector<uint32_t> in_fold = results.places_in(*fold, fewer);
    for (uint32_t i = 0; i < in_fold.size(); ++i) {
      if (in_fold[i] >= n) {
        found.why_not = "nested cells answered other items";
        return found;
      }
      const uint32_t place = begin + in_fold[i];
      if (kept.empty() || kept[place]) places.emplace_back(place, nested_begin + i);
    }
    if (answer_count(fewer) > 0) {
      found.folds.push_back(&fewer);
      nested_begin += static_cast<uint32_t>(answer_count(fewer));
    }
    // The score of pairs is a mean over folds.
    left += static_cast<double>(fewer.places_left_out) / static_cast<double>(fewer.unit_places);
    all += 1;
    begin += n;
  }
  for (const auto& [place, nested_place] : places) {
    found.places.push_back(place);
    found.nested_places.push_back(nested_place);
  }
  std::ranges::sort(found.places);
  std::ranges::sort(found.nested_places);
  if (results.task().traits().draws_pairs) {
    found.share = all > 0 ? left / all : 0;
  } else {
    const auto items =
        kept.empty() ? static_cast<double>(begin) : static_cast<double>(std::ranges::count(kept, true));
    found.share = items > 0 ? 1 - static_cast<double>(found.places.size()) / items : 0;
  }
  return found;
}

TrainingLuck::Block block_of(const Influenced& score, const Influenced& kept, const Influenced& refitted,
                             double share) {
  if (!score.value || !kept.value || !refitted.value) return {kUndefined, kUndefined};
  return luck_of_block(*score.value, *kept.value, *refitted.value, share);
}

// The numbers of a metric that have intervals.
constexpr Influenced ScoredMetric::*kNumbers[] = {&ScoredMetric::score, &ScoredMetric::lead,
                                                  &ScoredMetric::best};

void set_luck(ScoredCell& cell, const SharedLuck& luck) {
  for (auto& metric : cell.metrics)
    for (const auto number : kNumbers) (metric.*number).luck = luck;
}

Status add_luck(const RunRecords& run, size_t corpus, const Folds& folds, const std::vector<bool>& kept_items,
                const ByBlock& by_block, ScoredCell& cell) {
  const TaskResults& results = results_of(run.the_task());
  std::vector<std::string> kinds;
  for (const auto& [left, of] : by_block)
    if (kinds.empty() || kinds.back() != left.units) kinds.push_back(left.units);
  const size_t of_kind = size_t{run.nested_repeats} * kNestedBlocks;
  TrainingLuck empty;
  empty.kinds.assign(kinds.size(), std::vector<TrainingLuck::Block>(of_kind));
  std::vector<std::array<TrainingLuck, std::size(kNumbers)>> luck(cell.metrics.size());
  for (auto& of_metric : luck) of_metric.fill(empty);
  if (by_block.size() != kinds.size() * of_kind || kinds.empty()) {
    set_luck(cell, unknown_luck(kNotAllRan));
    return {};
  }
  for (const auto& [left, nested] : by_block) {
    const WithoutBlock found = without_block(results, folds, kept_items, nested);
    if (!found.why_not.empty()) {
      set_luck(cell, unknown_luck(found.why_not));
      return {};
    }
    if (found.share == 0 && !found.undefined) continue;
    const size_t kind = static_cast<size_t>(std::ranges::find(kinds, left.units) - kinds.begin());
    const size_t place = size_t{left.repeat} * kNestedBlocks + left.block;
    ScoredCell kept, refitted;
    if (!found.undefined && !found.places.empty() && found.share < 1) {
      SF_ASSIGN(auto parts, results.scored_parts(run, corpus, folds, {found.places}));
      kept = std::move(parts.front());
      SF_ASSIGN(parts, results.scored_parts(run, corpus, found.folds, {found.nested_places}));
      refitted = std::move(parts.front());
    }
    for (size_t m = 0; m < cell.metrics.size(); ++m)
      for (size_t i = 0; i < std::size(kNumbers); ++i) {
        const auto number = kNumbers[i];
        luck[m][i].kinds[kind][place] = kept.metrics.empty()
                                            ? TrainingLuck::Block{kUndefined, kUndefined}
                                            : block_of(cell.metrics[m].*number, kept.metrics[m].*number,
                                                       refitted.metrics[m].*number, found.share);
      }
  }
  for (size_t m = 0; m < cell.metrics.size(); ++m)
    for (size_t i = 0; i < std::size(kNumbers); ++i)
      (cell.metrics[m].*kNumbers[i]).luck = std::make_shared<const TrainingLuck>(std::move(luck[m][i]));
  return {};
}

// Adds the luck of training to every score, lead and best score of the models of a condition. For each block,
// the cells that left it out are scored together, as the cells of the whole validation are, and the answers
// of the whole validation to the same items are scored beside them. A block is undefined where a nested cell
// failed or had nothing left to train on. Luck is unknown if a nested cell has not run, and for a model whose
// answers come from elsewhere; a model that is not trained has none. cells: by model, as scored over the
// items that have a value in each of the columns (shared_items.h).
Status add_nested_luck(const RunRecords& run, const CellIndex& index, size_t corpus, size_t condition,
                       int threads, const std::vector<std::string>& columns, std::vector<ScoredCell>& cells) {
  std::vector<ByBlock> by_model(cells.size());
  const Places models(run.models);
  for (const auto& cell : run.nested) {
    if (cell.corpus != run.corpora[corpus].name || cell.condition != run.conditions[condition].name) continue;
    if (const size_t m = models.of(cell.model); m < by_model.size())
      by_model[m][*cell.left_out][key_of(cell)] = &cell;
  }
  std::vector<Status> done(cells.size());
  parallel_for(cells.size(), threads, [&](size_t m) {
    ScoredCell& cell = cells[m];
    if (cell.metrics.empty()) return;
    if (run.models[m].foreign) {
      const char* why =
          "its answers come from elsewhere, so it is not known how other training would change them";
      return set_luck(cell, unknown_luck(why));
    }
    if (run.is_pretrained(m)) return set_luck(cell, std::make_shared<const TrainingLuck>());
    const Folds& folds = index.folds(corpus, condition, m);
    std::vector<bool> kept;  // by item
    if (const auto places =
            columns.empty() ? std::nullopt : items_with_values(run, corpus, condition, folds, columns)) {
      size_t items = 0;
      for (const CellRecord* fold : folds) items += answer_count(*fold);
      kept.assign(items, false);
      for (const uint32_t place : *places) kept[place] = true;
    }
    done[m] = add_luck(run, corpus, folds, kept, by_model[m], cell);
  });
  for (auto& status : done) SF_TRY(std::move(status));
  return {};
}

}  // namespace

Result<std::vector<ScoredCell>> scored_models(const RunRecords& run, const CellIndex& index, size_t corpus,
                                              size_t condition, int threads,
                                              const std::vector<std::string>& columns) {
  const TaskResults& results = results_of(run.the_task());
  std::vector<Result<ScoredCell>> made(run.models.size(), ScoredCell{});
  parallel_for(made.size(), threads, [&](size_t m) {
    const Folds& folds = index.folds(corpus, condition, m);
    if (folds.empty()) return;
    const auto kept =
        columns.empty() ? std::nullopt : items_with_values(run, corpus, condition, folds, columns);
    if (!kept) {
      made[m] = results.scored(run, corpus, folds);
    } else if (!kept->empty()) {
      auto parts = results.scored_parts(run, corpus, folds, {*kept});
      made[m] = parts ? Result<ScoredCell>(std::move(parts->front())) : tl::unexpected(parts.error());
    }
  });
  std::vector<ScoredCell> cells;
  for (auto& one : made) {
    if (!one) return tl::unexpected(one.error());
    cells.push_back(std::move(*one));
  }
  if (run.nested_repeats > 0) SF_TRY(add_nested_luck(run, index, corpus, condition, threads, columns, cells));
  return cells;
}

UnitSpace unit_space(const RunRecords& run, const CellIndex& index, size_t corpus) {
  const TaskResults& results = results_of(run.the_task());
  UnitSpace space;
  for (size_t c = 0; c < run.conditions.size(); ++c) {
    std::vector<ItemUnits> before;  // of the model before: most models answer the same items
    for (size_t m = 0; m < run.models.size(); ++m) {
      auto units = results.units(run, corpus, index.folds(corpus, c, m));
      if (units != before) space.number(units);
      before = std::move(units);
    }
  }
  return space;
}

Result<ScoredCells> scored_condition(const RunRecords& run, const CellIndex& index, size_t corpus,
                                     size_t condition, int threads, UnitSpace& space,
                                     const std::vector<std::string>& columns) {
  SF_ASSIGN(auto cells, scored_models(run, index, corpus, condition, threads, columns));
  ScoredCells scored;
  for (size_t m = 0; m < cells.size(); ++m) {
    const bool again =
        m > 0 && cells[m].units == cells[m - 1].units && cells[m].shares == cells[m - 1].shares;
    scored.items.push_back(
        again ? scored.items.back()
              : std::make_shared<const UnitItems>(space.items(cells[m].units, cells[m].shares)));
    scored.metrics.push_back(std::move(cells[m].metrics));
    scored.undecided.push_back(cells[m].undecided);
  }
  return scored;
}

Result<ScoredCell> scored_documents(const RunRecords& run, size_t corpus, const PooledItems& items) {
  SF_ASSIGN(const ClassificationProfile* profile, find_classification_profile(run.profile));
  ScoredCell cell;
  cell.units = item_units(run, corpus, items);
  const bool of_authors = classes_are_authors(items);
  auto scores = influences(*profile, items.items(), of_authors);
  auto best = at_best_cut(*profile, items.items());
  for (size_t m = 0; m < scores.size(); ++m) {
    ScoredMetric metric;
    metric.n_total = items.size();
    metric.n_used = scores[m].value ? items.size() : 0;
    metric.folds_used = scores[m].value ? items.cells : 0;
    metric.score = std::move(scores[m]);
    if (metric.score.value) metric.best = std::move(best[m]);
    const auto& name = profile->metrics[m];
    if ((*classification_metrics().find(name))->traits.zero == Zero::shuffled && metric.score.value) {
      Lead lead =
          lead_over_guessing(name, items.classes, items.truth, items.predicted, items.cell, of_authors);
      metric.guessing = lead.guessing;
      metric.lead = std::move(lead.lead);
    }
    cell.metrics.push_back(std::move(metric));
  }
  return cell;
}

ItemUnits units_of(const CellPredictions& pairs, size_t pair) {
  const std::array<uint32_t, 2> none = {kNoUnit, kNoUnit};
  return {{pairs.author_a[pair], pairs.author_b[pair]},
          pairs.topic_a.empty() ? none : std::array{pairs.topic_a[pair], pairs.topic_b[pair]}};
}

Result<ScoredCell> scored_pairs(const RunRecords& run, const Folds& folds) {
  SF_ASSIGN(const MetricProfile* profile, find_profile(run.profile));
  const size_t metrics = metric_names(*profile).size();
  ScoredCell cell;
  cell.metrics.resize(metrics);
  std::vector<std::vector<Influenced>> scores(metrics), best(metrics);  // by metric and fold
  std::vector<size_t> sizes;
  for (const CellRecord* fold : folds) {
    const auto answers = pair_answers(*fold);
    const auto& p = *answers;
    sizes.push_back(p.value.size());
    cell.undecided += static_cast<uint64_t>(std::count(p.value.begin(), p.value.end(), 0.5));
    for (size_t i = 0; i < p.value.size(); ++i) {
      cell.units.push_back(units_of(p, i));
      cell.shares.push_back(1 / static_cast<double>(p.value.size()));
    }
    auto of_fold = influences(*profile, p.value, p.same);
    auto at_best = at_best_cut(*profile, p.value, p.same);
    for (size_t m = 0; m < metrics; ++m) {
      auto& metric = cell.metrics[m];
      metric.n_total += p.value.size();
      if (of_fold[m].value) {
        metric.n_used += p.value.size();
        ++metric.folds_used;
      } else {
        at_best[m] = {};  // a loss is split only over folds in which both of its parts are defined
      }
      scores[m].push_back(std::move(of_fold[m]));
      best[m].push_back(std::move(at_best[m]));
    }
  }
  for (size_t m = 0; m < metrics; ++m) {
    auto& metric = cell.metrics[m];
    metric.score = mean_over_folds(scores[m], sizes);
    const auto defined = [](const Influenced& one) { return one.value.has_value(); };
    if (std::count_if(best[m].begin(), best[m].end(), defined) == metric.folds_used)
      metric.best = mean_over_folds(best[m], sizes);
    if (m < profile->metrics.size() && metric.score.value &&
        (*verification_metrics().find(profile->metrics[m].metric))->traits.zero == Zero::half) {
      metric.guessing = 0.5;
      metric.lead = metric.score;
      *metric.lead.value -= 0.5;
    }
  }
  return cell;
}

Result<ScoredCell> scored_chosen_pairs(const RunRecords& run,
                                       const std::vector<std::shared_ptr<const CellPredictions>>& folds,
                                       const std::vector<uint32_t>& chosen) {
  std::vector<CellRecord> parts;
  parts.reserve(folds.size());
  size_t begin = 0, next = 0;
  for (const auto& fold : folds) {
    const CellPredictions& from = *fold;
    const size_t end = begin + from.value.size();
    CellPredictions part;
    for (; next < chosen.size() && chosen[next] < end; ++next) {
      const size_t i = chosen[next] - begin;
      part.value.push_back(from.value[i]);
      part.same.push_back(from.same[i]);
      part.author_a.push_back(from.author_a[i]);
      part.author_b.push_back(from.author_b[i]);
      if (from.topic_a.empty()) continue;
      part.topic_a.push_back(from.topic_a[i]);
      part.topic_b.push_back(from.topic_b[i]);
    }
    begin = end;
    if (!part.value.empty()) parts.emplace_back().predictions = std::move(part);
  }
  Folds places;
  for (const auto& part : parts) places.push_back(&part);
  return scored_pairs(run, places);
}

}  // namespace standfast::result
