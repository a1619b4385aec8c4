#include "standfast/result/findings/planted_findings.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>

#include "standfast/metric/stat/interval.h"

namespace standfast::result {
namespace {

// Returns the document with its sums by the classes of the corpus instead of the classes of the record.
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

// Returns the standard deviation of numbers of which some may be missing; at least two are needed.
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

namespace {

// A share measured on each document, with its mean over documents.
class MeanShare {
 public:
  void add(uint32_t document, double share) {
    const auto [place, is_new] = places_.try_emplace(document, sums_.size());
    if (is_new) {
      sums_.push_back(0);
      counts_.push_back(0);
    }
    sums_[place->second] += share;
    counts_[place->second] += 1;
  }
  ClusteredMean mean(double level) const {
    ClusteredMean found = clustered_mean(sums_, counts_, level);
    if (found.interval)
      found.interval = Interval{std::max(found.interval->low, 0.0), std::min(found.interval->high, 1.0)};
    return found;
  }

 private:
  std::unordered_map<uint32_t, size_t> places_;
  std::vector<double> sums_, counts_;
};

class HeldCueSums {
 public:
  void add(uint32_t document, const HeldCue& one) {
    held_.add(document, one.held ? 1 : 0);
    covered_.add(document, one.covered);
    random_held_ += one.random_held;
    random_covered_ += one.random_covered;
  }
  HeldCues found(double level) const {
    HeldCues cues{held_.mean(level), covered_.mean(level), 0, 0};
    const auto items = static_cast<double>(cues.held.items);
    if (items == 0) return cues;
    cues.random_held = random_held_ / items;
    cues.random_covered = random_covered_ / items;
    // Documents that all agree have no spread, but still bound the share among others.
    if (const double mean = *cues.held.mean; mean == 0 || mean == 1)
      cues.held.interval = exact_interval(mean == 1 ? cues.held.documents : 0, cues.held.documents, level);
    return cues;
  }

 private:
  MeanShare held_, covered_;
  double random_held_ = 0, random_covered_ = 0;
};

class AnnotatedSums {
 public:
  void add(uint32_t document, const TokenAgreement& tokens) {
    const auto share = [](uint64_t part, uint64_t whole) {
      return static_cast<double>(part) / static_cast<double>(whole);
    };
    if (tokens.annotated == 0) return;
    recall_.add(document, share(tokens.both, tokens.annotated));
    read_ += share(tokens.read, tokens.tokens);
    ++documents_;
    if (tokens.read == 0) return;
    precision_.add(document, share(tokens.both, tokens.read));
    marked_ += share(tokens.annotated, tokens.tokens);
    ++reading_;
  }
  std::optional<AnnotatedShares> found(double level) const {
    if (documents_ == 0) return std::nullopt;
    return AnnotatedShares{precision_.mean(level), recall_.mean(level), reading_ > 0 ? marked_ / reading_ : 0,
                           read_ / documents_};
  }

 private:
  MeanShare precision_, recall_;
  double marked_ = 0, read_ = 0, documents_ = 0, reading_ = 0;
};

struct RowSums {
  uint64_t rationales = 0;
  MeanShare read;
  HeldCueSums cue, in_frame;
  AnnotatedSums annotated;
  bool framed = false;

  void add(const MeasuredRationale& one) {
    ++rationales;
    read.add(one.document, one.read);
    if (one.cue) cue.add(one.document, *one.cue);
    if (one.frame) in_frame.add(one.document, *one.frame);
    framed = framed || one.frame;
    if (one.annotated) annotated.add(one.document, *one.annotated);
  }
  RationaleRow row(std::optional<size_t> klass, double level) const {
    RationaleRow row{klass, rationales, read.mean(level), cue.found(level), {}, annotated.found(level)};
    if (framed) row.in_frame = in_frame.found(level);
    return row;
  }
};

std::optional<RationaleFinding> rationales_of(const RunRecords& run, size_t corpus, size_t condition,
                                              size_t model, double level) {
  const ConditionInfo& info = run.conditions[condition];
  RationaleFinding found{condition, model, false, 0, {}};
  RowSums all;
  std::vector<RowSums> of_class(run.corpora[corpus].classes.size());
  for (const auto& record : run.rationales) {
    if (record.corpus != run.corpora[corpus].name || record.condition != info.drawn() ||
        record.model != run.models[model].name)
      continue;
    for (const auto& side : record.sides) {
      if (side.side != info.side) continue;
      ++found.cells;
      found.rewritten = found.rewritten || record.rewritten;
      for (const auto& one : side.rationales) {
        all.add(one);
        if (one.truth < of_class.size()) of_class[one.truth].add(one);
      }
    }
  }
  if (all.rationales == 0) return std::nullopt;
  found.rows.push_back(all.row(std::nullopt, level));
  for (size_t c = 0; c < of_class.size(); ++c)
    if (of_class[c].rationales > 0) found.rows.push_back(of_class[c].row(c, level));
  return found;
}

}  // namespace

std::vector<RationaleFinding> rationale_findings(const RunRecords& run, size_t corpus, double level) {
  std::vector<RationaleFinding> all;
  if (run.rationales.empty()) return all;
  for (size_t c = 0; c < run.conditions.size(); ++c)
    for (size_t m = 0; m < run.models.size(); ++m)
      if (auto found = rationales_of(run, corpus, c, m, level)) all.push_back(std::move(*found));
  return all;
}

}  // namespace standfast::result
