#include "standfast/result/findings/split_properties.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "standfast/result/run/cell_index.h"

namespace standfast::result {
namespace {

// An analysis of one draw.
struct AnalysedDraw {
  size_t condition = 0;
  uint64_t seed = 0;
  uint32_t folds = 0;
  bool operator==(const AnalysedDraw&) const = default;
};

void add_measures(const AnalysisFile& file, size_t analysis, size_t condition, size_t first,
                  std::vector<SplitProperty>& measures) {
  for (const SplitMeasure& one : over_folds(file.folds)) {
    auto place = std::find_if(measures.begin() + static_cast<std::ptrdiff_t>(first), measures.end(),
                              [&](const auto& m) { return m.group == one.group && m.name == one.name; });
    if (place == measures.end())
      place = measures.insert(measures.end(), {.analysis = analysis,
                                               .condition = condition,
                                               .group = one.group,
                                               .name = one.name,
                                               .property = one.property,
                                               .draws = {},
                                               .mean = {},
                                               .sd = {}});
    place->draws.push_back({file.seed, one.value, one.used, one.total, one.note});
  }
}

void add_spread(SplitProperty& measure) {
  double sum = 0, squares = 0;
  for (const auto& draw : measure.draws) {
    measure.defined += draw.value.has_value();
    sum += draw.value.value_or(0);
  }
  if (measure.defined == 0) return;
  const auto n = static_cast<double>(measure.defined);
  measure.mean = sum / n;
  if (measure.defined < 2) return;
  for (const auto& draw : measure.draws)
    if (draw.value) squares += (*draw.value - *measure.mean) * (*draw.value - *measure.mean);
  measure.sd = std::sqrt(squares / (n - 1));
}

// Returns the score of a model on a draw; NaN if a fold has no answers or none has a score.
double score_of_draw(const Folds& cells, const AnalysedDraw& draw, const std::string& metric) {
  double sum = 0;
  uint32_t cells_there = 0, defined = 0;
  for (const CellRecord* cell : cells) {
    if (cell->seed != draw.seed) continue;
    ++cells_there;
    const auto value = cell->value_of(metric);
    if (!value || !std::isfinite(*value)) continue;
    sum += *value;
    ++defined;
  }
  if (cells_there < draw.folds || defined == 0) return std::numeric_limits<double>::quiet_NaN();
  return sum / defined;
}

// A property with its values by draw.
struct DrawnProperty {
  std::string name;
  std::vector<std::optional<double>> values;
};

std::vector<DrawnProperty> properties_by_draw(const SplitProperties& found,
                                              const std::vector<AnalysedDraw>& draws) {
  std::vector<DrawnProperty> properties;
  for (const auto& measure : found.measures) {
    if (!measure.property) continue;
    const std::string name =
        fmt::format("{} {}", found.analyses[measure.analysis], name_of_measure(measure.group, measure.name));
    auto place =
        std::find_if(properties.begin(), properties.end(), [&](const auto& p) { return p.name == name; });
    if (place == properties.end())
      place = properties.insert(properties.end(), {name, std::vector<std::optional<double>>(draws.size())});
    for (const auto& draw : measure.draws)
      for (size_t d = 0; d < draws.size(); ++d)
        if (draws[d].condition == measure.condition && draws[d].seed == draw.seed)
          place->values[d] = draw.value;
  }
  return properties;
}

// Correlates property and score over conditions, each the mean over its draws with both.
PropertyCorrelation over_conditions(const DrawnProperty& property, const std::vector<double>& scores,
                                    const std::vector<AnalysedDraw>& draws) {
  std::vector<std::optional<double>> values;
  std::vector<double> means;
  for (size_t begin = 0; begin < draws.size();) {
    double sum = 0, score = 0;
    size_t both = 0, end = begin;
    for (; end < draws.size() && draws[end].condition == draws[begin].condition; ++end) {
      if (!property.values[end] || std::isnan(scores[end])) continue;
      sum += *property.values[end];
      score += scores[end];
      ++both;
    }
    begin = end;
    const auto n = static_cast<double>(both);
    values.push_back(both > 0 ? std::optional(sum / n) : std::nullopt);
    means.push_back(both > 0 ? score / n : std::numeric_limits<double>::quiet_NaN());
  }
  return correlate_properties({property.name}, {values}, means, "conditions").front();
}

void add_correlations(const RunRecords& run, const Summary& summary, size_t corpus,
                      const std::vector<AnalysedDraw>& draws, SplitProperties& found) {
  const auto properties = properties_by_draw(found, draws);
  const CellIndex index(run);
  const std::string& metric = summary.metrics[summary.default_metric];
  std::vector<std::vector<double>> scores(run.models.size());
  for (size_t m = 0; m < run.models.size(); ++m)
    for (const auto& draw : draws)
      scores[m].push_back(score_of_draw(index.folds(corpus, draw.condition, m), draw, metric));
  for (const bool of_conditions : {false, true}) {
    const size_t first = found.correlations.size();
    for (const auto& property : properties)
      for (size_t m = 0; m < run.models.size(); ++m) {
        if (summary.chance_model == m) continue;
        found.correlations.push_back(
            {m, of_conditions,
             of_conditions
                 ? over_conditions(property, scores[m], draws)
                 : correlate_properties({property.name}, {property.values}, scores[m], "draws").front()});
      }
    std::vector<PropertyCorrelation*> all;
    for (size_t i = first; i < found.correlations.size(); ++i) all.push_back(&found.correlations[i].found);
    correct_by_holm(all);
  }
}

}  // namespace

std::string name_of_measure(const std::string& group, const std::string& name) {
  return group.empty() ? name : fmt::format("{}: {}", group, name);
}

SplitProperties split_properties(const RunRecords& run, const Summary& summary, size_t corpus) {
  SplitProperties found;
  std::vector<const AnalysisFile*> own;
  for (const auto& file : run.analyses) {
    if (file.corpus != run.corpora[corpus].name) continue;
    own.push_back(&file);
    if (std::find(found.analyses.begin(), found.analyses.end(), file.analysis) == found.analyses.end())
      found.analyses.push_back(file.analysis);
  }
  // Analysed draws by condition. A condition that plants a shortcut has the split of another condition, and
  // scores of other texts than the texts whose properties were measured.
  std::vector<AnalysedDraw> draws;
  for (size_t c = 0; c < run.conditions.size(); ++c) {
    if (run.conditions[c].side != kTestSide || run.conditions[c].shortcut) continue;
    const size_t before = draws.size();
    for (const auto* file : own)
      if (const AnalysedDraw draw{c, file->seed, static_cast<uint32_t>(file->folds.size())};
          file->condition == run.conditions[c].name &&
          std::find(draws.begin(), draws.end(), draw) == draws.end())
        draws.push_back(draw);
    found.conditions += draws.size() > before;
  }
  found.draws = draws.size();
  for (size_t a = 0; a < found.analyses.size(); ++a)
    for (size_t c = 0; c < run.conditions.size(); ++c) {
      if (run.conditions[c].side != kTestSide) continue;
      const size_t first = found.measures.size();
      uint64_t files = 0;
      for (const auto* file : own)
        if (file->analysis == found.analyses[a] && file->condition == run.conditions[c].name) {
          add_measures(*file, a, c, first, found.measures);
          ++files;
        }
      for (size_t i = first; i < found.measures.size(); ++i) {
        found.measures[i].draws_there = files;
        add_spread(found.measures[i]);
      }
    }
  if (!found.measures.empty()) add_correlations(run, summary, corpus, draws, found);
  return found;
}

}  // namespace standfast::result
