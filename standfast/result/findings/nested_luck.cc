#include "standfast/result/findings/nested_luck.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "standfast/base/parallel.h"
#include "standfast/result/findings/shared_items.h"
#include "standfast/result/run/answer_store.h"
#include "standfast/result/task/task_results.h"
#include "standfast/study/cell/left_out.h"

namespace standfast::result {
namespace {

constexpr const char* kNotAllRan = "nested cells have not run";
constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
using FoldKey = std::pair<uint64_t, uint32_t>;  // seed, number

FoldKey key_of(const CellRecord& cell) {
  return {cell.seed, cell.fold};
}

// Nested cells of one corpus, condition and model.
using ByBlock = std::map<LeftOut, std::map<FoldKey, const CellRecord*>>;

// The same items, answered by the cells as they were and by those that left the block out.
struct WithoutBlock {
  std::vector<uint32_t> places, nested_places;  // of the items, counted over all folds of each
  Folds folds;                                  // of nested cells that answered any
  double share = 0;                             // of the block in the score
  bool undefined = false;                       // a fold could not be trained without the block
  std::string why_not;
};

// kept: by item of all folds, whether it counts; empty: all do.
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

}  // namespace

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

}  // namespace standfast::result
