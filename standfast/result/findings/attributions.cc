#include "standfast/result/findings/attributions.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace standfast::result {
namespace {

// A document with its sums by the classes of the corpus instead of those of the record.
MeasuredDocument by_class(MeasuredDocument document, const std::vector<uint32_t>& places, size_t classes) {
  for (auto* sums : {&document.in_planted, &document.in_others}) {
    if (sums->empty()) continue;
    std::vector<double> moved(classes, 0);
    for (size_t c = 0; c < places.size(); ++c)
      if (places[c] != kNoCode) moved[places[c]] = (*sums)[c];
    *sums = std::move(moved);
  }
  return document;
}

// Of numbers of which some may be missing; at least two are needed.
std::optional<double> deviation(const std::vector<double>& values) {
  if (values.size() < 2) return std::nullopt;
  double mean = 0, squares = 0;
  for (const double v : values) mean += v / static_cast<double>(values.size());
  for (const double v : values) squares += (v - mean) * (v - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

// The explained documents of one side of a condition by one model.
struct Explained {
  std::vector<MeasuredDocument> documents;
  std::vector<uint32_t> clusters;
  std::vector<size_t> ends;  // by cell: behind its documents
};

std::vector<std::optional<double>> over_cells(const Explained& explained, size_t classes,
                                              const std::vector<PlantedShares>& shares) {
  std::vector<std::vector<double>> means(shares.size());
  size_t begin = 0;
  for (const size_t end : explained.ends) {
    const auto of_cell = standfast::planted_shares(
        std::span<const MeasuredDocument>(explained.documents).subspan(begin, end - begin), classes);
    for (const auto& one : of_cell) {
      const auto place = std::ranges::find_if(shares, [&](const PlantedShares& all) {
        return all.value == one.value && all.output == one.output;
      });
      if (one.planted.mean) means[static_cast<size_t>(place - shares.begin())].push_back(*one.planted.mean);
    }
    begin = end;
  }
  std::vector<std::optional<double>> found;
  for (const auto& values : means) found.push_back(deviation(values));
  return found;
}

std::optional<AttributionFinding> finding_of(const RunRecords& run, size_t corpus, size_t condition,
                                             size_t model, double level) {
  const ConditionInfo& info = run.conditions[condition];
  const size_t classes = run.corpora[corpus].classes.size();
  AttributionFinding found;
  found.condition = condition;
  found.model = model;
  Explained explained;
  bool any = false;
  uint64_t estimates = 0;
  double error_squares = 0;
  for (const auto& record : run.attributions) {
    if (record.corpus != run.corpora[corpus].name || record.condition != info.drawn() ||
        record.model != run.models[model].name)
      continue;
    for (const auto& side : record.sides) {
      if (side.side != info.side) continue;
      any = true;
      found.method = record.method;
      found.output = record.output;
      if (found.why_not.empty()) found.why_not = record.why_not;
      ++found.cells;
      found.explained += side.explained.size();
      found.documents += side.documents;
      found.tokens += side.tokens;
      found.evaluations += side.evaluations;
      found.cut += side.cut;
      estimates += side.estimates;
      error_squares += side.error_squares;
      for (const auto& document : side.explained)
        explained.documents.push_back(by_class(document, record.classes, classes));
      explained.clusters.insert(explained.clusters.end(), side.document.begin(), side.document.end());
      explained.ends.push_back(explained.documents.size());
    }
  }
  if (!any) return std::nullopt;
  if (estimates > 0) found.standard_error = std::sqrt(error_squares / static_cast<double>(estimates));
  found.distinct = std::set<uint32_t>(explained.clusters.begin(), explained.clusters.end()).size();
  found.shares = standfast::planted_shares(explained.documents, classes, explained.clusters, level);
  found.sd_cells = over_cells(explained, classes, found.shares);
  if (std::ranges::any_of(explained.documents, [](const auto& one) { return !one.ranking.empty(); }))
    found.ranking =
        standfast::planted_ranking(explained.documents, run.explain_top, explained.clusters, level);
  return found;
}

}  // namespace

std::vector<AttributionFinding> attribution_findings(const RunRecords& run, size_t corpus, double level) {
  std::vector<AttributionFinding> all;
  if (run.attributions.empty()) return all;
  for (size_t c = 0; c < run.conditions.size(); ++c)
    for (size_t m = 0; m < run.models.size(); ++m)
      if (auto found = finding_of(run, corpus, c, m, level)) all.push_back(std::move(*found));
  return all;
}

}  // namespace standfast::result
