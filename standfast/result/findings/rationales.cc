#include "standfast/result/findings/rationales.h"

#include <algorithm>
#include <unordered_map>

#include "standfast/metric/stat/proportion.h"

namespace standfast::result {
namespace {

// A share of a document's, with its mean over documents.
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
