#include "standfast/report/dose_response.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "standfast/report/run_profile.h"

namespace standfast::report {
namespace {

// (condition, seed) -> the folds of its split; only splits that never show a test topic in training.
using Splits = std::map<std::pair<std::string, uint64_t>, const SplitInfo*>;

Splits usable_splits(const RunRecords& run, size_t corpus) {
  Splits splits;
  for (const auto& split : run.splits)
    if (split.corpus == run.corpora[corpus].name && split.shared_topics == 0)
      splits.emplace(std::pair{split.condition, split.seed}, &split);
  return splits;
}

// By (condition, seed): a number for the set of topics that its folds test, the same for the same set. A
// split whose predictions name no topics has a number of its own.
std::map<std::pair<std::string, uint64_t>, uint32_t> topic_sets(const RunRecords& run, size_t corpus) {
  std::map<std::pair<std::string, uint64_t>, std::set<uint32_t>> topics;
  for (const auto& cell : run.cells) {
    if (!cell.ok || cell.corpus != run.corpora[corpus].name) continue;
    auto& tested = topics[{cell.condition, cell.seed}];
    for (const auto* codes : {&cell.predictions.topic_a, &cell.predictions.topic_b, &cell.classified.topic})
      for (const uint32_t topic : *codes)
        if (topic != kNoCode) tested.insert(topic);
  }
  std::map<std::set<uint32_t>, uint32_t> number_of;
  std::map<std::pair<std::string, uint64_t>, uint32_t> numbers;
  uint32_t next = 0;
  for (const auto& [split, tested] : topics) {
    const auto [found, is_new] =
        tested.empty() ? std::pair{number_of.end(), true} : number_of.try_emplace(tested, next);
    numbers[split] = is_new ? next++ : found->second;
  }
  return numbers;
}

std::string per_tenth(const std::optional<double>& slope) {
  return slope ? exact(*slope / 10) : "";
}

}  // namespace

Result<DoseResponse> dose_response(const RunRecords& run, const std::string& metric,
                                   const RankingOptions& options) {
  SF_ASSIGN(const RunProfile profile, run_profile(run));
  if (const auto place = profile.place_of(metric); !place) return Failure(place.error());
  DoseResponse response;
  response.metric = metric;
  std::set<size_t> with_points;
  for (size_t corpus = 0; corpus < run.corpora.size(); ++corpus) {
    const Splits splits = usable_splits(run, corpus);
    const auto sets = topic_sets(run, corpus);
    for (size_t model = 0; model < run.models.size(); ++model) {
      if (run.models[model].model == "prior") continue;
      DoseCurve curve;
      curve.corpus = corpus;
      curve.model = model;
      DosePoints points;
      std::map<uint32_t, uint32_t> clusters;  // of topic sets
      std::set<std::pair<size_t, uint64_t>> seen;
      for (const auto& cell : run.cells) {
        if (!cell.ok || cell.corpus != run.corpora[corpus].name || cell.model != run.models[model].name)
          continue;
        const auto split = splits.find({cell.condition, cell.seed});
        if (split == splits.end() || cell.fold >= split->second->fold.size()) continue;
        const auto& similarity = split->second->fold[cell.fold].similarity_mean;
        const auto score = std::find_if(cell.scores.begin(), cell.scores.end(),
                                        [&](const CellScore& s) { return s.metric == metric; });
        if (!similarity || score == cell.scores.end() || !score->value) continue;
        const auto condition = static_cast<size_t>(
            std::find_if(run.conditions.begin(), run.conditions.end(),
                         [&](const ConditionInfo& c) { return c.name == cell.condition; }) -
            run.conditions.begin());
        with_points.insert(condition);
        curve.points.push_back({condition, cell.seed, cell.fold, *similarity, *score->value});
        points.x.push_back(*similarity);
        points.y.push_back(*score->value);
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

Table dose_response_table(const RunRecords& run, const DoseResponse& response, size_t corpus,
                          const RankingOptions& options) {
  Table table;
  table.name = file_name_of("dose-response", {run.corpora[corpus].name});
  table.title = fmt::format("{} against similarity of train and test topics on {}", response.metric,
                            run.corpora[corpus].name);
  std::vector<std::string> names;
  for (const size_t c : response.conditions) names.push_back(run.conditions[c].name);
  table.caption = fmt::format(
      "Least-squares line through the folds of {}: change of {} per 0.1 of mean cosine between train and "
      "test "
      "topics, {} interval from resampling draws of topics, p of no slope from the same. Splits that test "
      "the same set "
      "of topics, as HITS does for every seed, are one draw; below {} draws there is no interval and no p. A "
      "rising "
      "line "
      "is what leaning on topic looks like; topics differ in difficulty too, so it is not a proof.",
      fmt::join(names, ", "), response.metric, percent(options.level), kFewestUnits);
  table.header = {"model", "slope per 0.1", "p", "R squared", "folds", "draws", "similarity"};
  table.data_header = {
      "corpus", "model", "metric",         "slope_per_0.1",  "low", "high", "p", "intercept", "r_squared",
      "folds",  "draws", "similarity_low", "similarity_high"};
  table.texts = {"corpus", "model", "metric"};
  for (const auto& curve : response.curves) {
    if (curve.corpus != corpus) continue;
    const auto [low, high] = std::minmax_element(
        curve.points.begin(), curve.points.end(),
        [](const DosePoint& a, const DosePoint& b) { return a.similarity < b.similarity; });
    const bool any = !curve.points.empty();
    const auto tenth = [](double v) { return fmt::format("{:+.3f}", v / 10); };
    const auto& interval = curve.slope.interval;
    table.rows.push_back(
        {{run.models[curve.model].name},
         {curve.slope.value ? tenth(*curve.slope.value) : "-",
          interval            ? fmt::format("[{}, {}]", tenth(interval->low), tenth(interval->high))
          : curve.slope.value ? fmt::format("no interval from {}", plural(curve.line.clusters_used, "draw"))
                              : curve.slope.why_not},
         {shown_p(curve.p)},
         {curve.line.r_squared ? shown(*curve.line.r_squared) : "-"},
         {std::to_string(curve.points.size())},
         {std::to_string(curve.line.clusters_used)},
         {any ? fmt::format("{} to {}", shown(low->similarity), shown(high->similarity)) : "-"}});
    table.data.push_back({run.corpora[corpus].name, run.models[curve.model].name, response.metric,
                          per_tenth(curve.slope.value), interval ? per_tenth(interval->low) : "",
                          interval ? per_tenth(interval->high) : "", exact(curve.p),
                          curve.slope.value ? exact(curve.line.intercept) : "", exact(curve.line.r_squared),
                          std::to_string(curve.points.size()), std::to_string(curve.line.clusters_used),
                          any ? exact(low->similarity) : "", any ? exact(high->similarity) : ""});
  }
  return table;
}

std::vector<std::string> dose_response_sentences(const RunRecords& run, const DoseResponse& response,
                                                 size_t corpus) {
  std::vector<std::string> sentences;
  for (const auto& curve : response.curves) {
    if (curve.corpus != corpus) continue;
    std::string text =
        (run.corpora.size() > 1 ? run.corpora[corpus].name + ", " : "") + run.models[curve.model].name + ": ";
    if (!curve.slope.value) {
      sentences.push_back(text + "no slope (" + curve.slope.why_not + ").");
      continue;
    }
    const double tenth = *curve.slope.value / 10;
    const auto& interval = curve.slope.interval;
    const bool sure = interval && (interval->low > 0 || interval->high < 0);
    text += fmt::format(
        "{} {} by {:.3f} for every 0.1 that train and test topics are more alike (n {} folds of {} of "
        "topics)",
        response.metric, tenth >= 0 ? "rises" : "falls", std::abs(tenth), curve.points.size(),
        plural(curve.line.clusters_used, "draw"));
    if (!interval)
      text += fmt::format(
          "; {}, so how sure that is cannot be said.",
          curve.line.clusters_used < kFewestUnits
              ? std::string("six draws are the least that tell (splits of one set of topics are one "
                            "draw, whatever their seeds)")
              : std::string("too many resamples have no slope"));
    else
      text += sure ? "." : "; the interval holds 0, so no dependence on topic similarity is shown.";
    sentences.push_back(std::move(text));
  }
  return sentences;
}

}  // namespace standfast::report
