#include "standfast/result/findings/dose_response.h"

#include <algorithm>
#include <map>
#include <set>

#include "standfast/result/run/cell_index.h"
#include "standfast/result/run/records.h"

namespace standfast::result {
namespace {

// (condition, seed) -> the split; only splits that never show a test topic in training.
using Splits = std::map<std::pair<std::string, uint64_t>, const SplitInfo*>;

Splits usable_splits(const RunRecords& run, size_t corpus) {
  Splits splits;
  for (const auto& split : run.splits)
    if (split.corpus == run.corpora[corpus].name && split.shared_topics == 0)
      splits.emplace(std::pair{split.condition, split.seed}, &split);
  return splits;
}

// Returns the finished cells of a model with their conditions, in the order of the run.
std::vector<std::pair<size_t, const CellRecord*>> cells_of(const RunRecords& run, const CellIndex& index,
                                                           size_t corpus, size_t model) {
  std::vector<std::pair<size_t, const CellRecord*>> cells;
  for (size_t c = 0; c < run.conditions.size(); ++c)
    for (const CellRecord* cell : index.folds(corpus, c, model)) cells.emplace_back(c, cell);
  return cells;
}

}  // namespace

TopicDraws::value_type topic_draws(const AnswerOutline& outline) {
  std::map<std::set<uint32_t>, uint32_t> number_of;
  TopicDraws::value_type numbers;
  uint32_t next = 0;
  for (const auto& [split, tested] : outline.tested_topics) {
    const auto [found, is_new] =
        tested.empty() ? std::pair{number_of.end(), true} : number_of.try_emplace(tested, next);
    numbers[split] = is_new ? next++ : found->second;
  }
  return numbers;
}

TopicDraws topic_draws(const RunRecords& run) {
  TopicDraws draws;
  for (size_t corpus = 0; corpus < run.corpora.size(); ++corpus)
    draws.push_back(topic_draws(answer_outline(run, corpus)));
  return draws;
}

Result<DoseResponse> dose_response(const RunRecords& run, const TopicDraws& draws, const std::string& metric,
                                   const RankingOptions& options) {
  SF_ASSIGN(const RunProfile profile, run_profile(run));
  if (const auto place = profile.place_of(metric); !place) return Failure(place.error());
  DoseResponse response;
  response.metric = metric;
  std::set<size_t> with_points;
  const CellIndex index(run);
  for (size_t corpus = 0; corpus < run.corpora.size(); ++corpus) {
    const Splits splits = usable_splits(run, corpus);
    const auto& sets = draws[corpus];
    for (size_t model = 0; model < run.models.size(); ++model) {
      if (run.is_chance(model)) continue;
      DoseCurve curve;
      curve.corpus = corpus;
      curve.model = model;
      DosePoints points;
      std::map<uint32_t, uint32_t> clusters;  // by topic set
      std::set<std::pair<size_t, uint64_t>> seen;
      for (const auto& [condition, record] : cells_of(run, index, corpus, model)) {
        const CellRecord& cell = *record;
        const auto split = splits.find({cell.condition, cell.seed});
        if (split == splits.end() || cell.fold >= split->second->fold.size()) continue;
        const auto& similarity = split->second->fold[cell.fold].similarity_mean;
        const auto score = cell.value_of(metric);
        if (!similarity || !score) continue;
        with_points.insert(condition);
        curve.points.push_back({condition, cell.seed, cell.fold, *similarity, *score});
        points.x.push_back(*similarity);
        points.y.push_back(*score);
        seen.emplace(condition, cell.seed);
        points.cluster.push_back(
            clusters.try_emplace(sets.at({cell.condition, cell.seed}), static_cast<uint32_t>(clusters.size()))
                .first->second);
      }
      curve.splits = static_cast<uint32_t>(seen.size());
      points.clusters = static_cast<uint32_t>(clusters.size());
      curve.line = dose_line(points, options.resampling);
      curve.slope =
          estimate(curve.line.slope, small_sample_confidence(options.level, curve.line.clusters_used));
      if (curve.line.slope.value) {
        if (const auto p = bootstrap_p(curve.line.slope.replicates))
          curve.p = small_sample_p(*p, curve.line.clusters_used);
      } else
        curve.slope.why_not =
            curve.points.empty() ? "no fold has a similarity and a score" : "similarity does not vary";
      curve.line.slope.replicates = std::vector<double>();  // the estimate is made
      response.curves.push_back(std::move(curve));
    }
  }
  response.conditions.assign(with_points.begin(), with_points.end());
  if (response.conditions.empty())
    return data_error(
        "no fold of this run has a similarity of train and test topics: a dose-response curve needs "
        "conditions "
        "that keep topics whole (topic-k-fold), best several, such as hits-mixture with dose 0 to 1");
  return response;
}

}  // namespace standfast::result
