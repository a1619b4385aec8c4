#include "standfast/result/findings/forensic.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <numbers>
#include <unordered_set>

#include "standfast/base/parallel.h"
#include "standfast/metric/evidence/evidence_curves.h"
#include "standfast/metric/evidence/llr.h"
#include "standfast/result/run/answer_store.h"
#include "standfast/result/run/cell_index.h"

namespace standfast::result {
namespace {

constexpr uint32_t kBandResamples =
    200;  // enough for a band in a figure, from which no exact values are read

// A finished fold and its answers.
struct FoldAnswered {
  const CellRecord* record = nullptr;
  std::shared_ptr<const CellPredictions> answers;
};
using FoldsAnswered = std::vector<FoldAnswered>;

// One fold with its LLRs, or the reason why there are none.
struct CalibratedFold {
  std::vector<double> llr;
  bool flat = false;
  uint64_t pairs = 0;
  uint64_t authors_seen = 0, topics_seen = 0;  // test pairs
  std::string why_not;
};

template <class List>
uint64_t count_seen(const List& a, const List& b, const std::unordered_set<uint32_t>& seen) {
  uint64_t count = 0;
  for (size_t i = 0; i < a.size(); ++i) count += seen.contains(a[i]) || seen.contains(b[i]) ? 1 : 0;
  return count;
}

FoldsAnswered answered(const Folds& folds) {
  FoldsAnswered all;
  for (const CellRecord* record : folds) all.push_back({record, pair_answers(*record)});
  return all;
}

// Returns the folds that calibrate a cell: its own, or for a side the folds of the same fits on the test
// items.
const Folds& calibration_of(const RunRecords& run, const CellIndex& index, const ForensicCell& cell) {
  size_t condition = cell.condition;
  if (const auto& side_of = run.conditions[condition].side_of; !side_of.empty())
    condition = Places(run.conditions).of(side_of);
  static const Folds kNone;
  return condition == Places::kNowhere ? kNone : index.folds(cell.corpus, condition, cell.model);
}

CalibratedFold calibrate_fold(const FoldsAnswered& folds, const FoldAnswered& fold) {
  CalibratedFold result;
  std::vector<double> score;
  std::vector<uint8_t> same;
  std::unordered_set<uint32_t> authors, topics;
  for (const FoldAnswered& other : folds) {
    if (other.record == fold.record || other.record->seed != fold.record->seed) continue;
    const auto& p = *other.answers;
    score.insert(score.end(), p.value.begin(), p.value.end());
    same.insert(same.end(), p.same.begin(), p.same.end());
    for (const auto* list : {&p.author_a, &p.author_b}) authors.insert(list->begin(), list->end());
    for (const auto* list : {&p.topic_a, &p.topic_b}) topics.insert(list->begin(), list->end());
  }
  topics.erase(kNoCode);
  result.pairs = score.size();
  if (score.empty()) {
    result.why_not = "calibration needs a second fold";
    return result;
  }
  const auto calibration = fit_llr(score, same);
  if (!calibration) {
    result.why_not = calibration.error().message;
    return result;
  }
  result.flat = calibration->flat;
  const auto& p = *fold.answers;
  for (const double value : p.value) result.llr.push_back(calibration->llr(value));
  result.authors_seen = count_seen(p.author_a, p.author_b, authors);
  result.topics_seen = count_seen(p.topic_a, p.topic_b, topics);
  return result;
}

// Places in ForensicCell::scores (kForensicMetrics): misleading evidence for each of the two truths.
constexpr size_t kMisleadingSame = 4, kMisleadingDifferent = 5;

void measure(const RunRecords& run, const Summary& summary, const ForensicOptions& options,
             const LlrItems& items, ForensicCell& cell) {
  const uint32_t units = run.corpora[cell.corpus].tested_authors;
  const uint64_t seed = run.seeds.empty() ? 0 : run.seeds.front();
  const auto replicated =
      forensic_replicates(UnitBootstrap(units, {options.resamples, seed, options.threads}), items);
  for (size_t m = 0; m < replicated.size(); ++m) {
    cell.scores[m] = estimate(replicated[m], options.level);
    if (!cell.scores[m].value) cell.scores[m].why_not = "the test pairs are of one truth only";
  }
  cell.n_used = replicated[0].n_used;
  const auto strongest = tippett(items.llr, items.same, 2);
  cell.worst_same = strongest.strongest_misleading_same;
  cell.worst_different = strongest.strongest_misleading_different;
  if (summary.chance_model == cell.model || !cell.scores[0].value) return;
  const UnitBootstrap few(units, {std::min(options.resamples, kBandResamples), seed, options.threads});
  cell.curves = llr_curves(cell.condition, cell.model, items);
  cell.curves->bands = tippett_bands(few, items, options.level);
  cell.curves->ece_band = ece_band(few, items, ece_grid(), options.level);
  cell.curves->misleading_same = *cell.scores[kMisleadingSame].value;
  cell.curves->misleading_different = *cell.scores[kMisleadingDifferent].value;
  cell.curves->pairs = cell.n_used;
}

}  // namespace

HeldOutLlrs held_out_llrs(const Folds& folds, const Folds& calibration, int threads) {
  struct Job {
    uint32_t seed;
    const FoldAnswered* fold;
    CalibratedFold result;
  };
  const FoldsAnswered asked = answered(folds),
                      calibrating = &calibration == &folds ? asked : answered(calibration);
  std::map<uint64_t, std::vector<const FoldAnswered*>> seeds;
  for (const FoldAnswered& fold : asked) seeds[fold.record->seed].push_back(&fold);
  std::vector<Job> jobs;
  uint32_t place = 0;
  for (const auto& [seed, of_seed] : seeds) {
    for (const FoldAnswered* fold : of_seed) jobs.push_back({place, fold, {}});
    ++place;
  }
  parallel_for(jobs.size(), threads,
               [&](size_t i) { jobs[i].result = calibrate_fold(calibrating, *jobs[i].fold); });
  HeldOutLlrs held_out;
  uint64_t authors_seen = 0, topics_seen = 0;
  std::string why_not = "no cell has run";
  held_out.has_topics = true;
  for (const Job& job : jobs) {
    const auto& p = *job.fold->answers;
    if (job.result.llr.empty()) {
      why_not = job.result.why_not;
      continue;
    }
    auto& items = held_out.items;
    items.llr.insert(items.llr.end(), job.result.llr.begin(), job.result.llr.end());
    items.same.insert(items.same.end(), p.same.begin(), p.same.end());
    items.author_a.insert(items.author_a.end(), p.author_a.begin(), p.author_a.end());
    items.author_b.insert(items.author_b.end(), p.author_b.begin(), p.author_b.end());
    items.group.insert(items.group.end(), p.value.size(), job.seed);
    ++held_out.folds;
    held_out.flat_folds += job.result.flat ? 1 : 0;
    held_out.calibration_pairs += static_cast<double>(job.result.pairs);
    held_out.has_topics = held_out.has_topics &&
                          std::ranges::any_of(p.topic_a, [](uint32_t topic) { return topic != kNoCode; });
    authors_seen += job.result.authors_seen;
    topics_seen += job.result.topics_seen;
  }
  if (held_out.folds == 0) {
    held_out.why_not = why_not;
    return held_out;
  }
  const auto n = static_cast<double>(held_out.items.llr.size());
  held_out.calibration_pairs /= held_out.folds;
  held_out.authors_seen = static_cast<double>(authors_seen) / n;
  held_out.topics_seen = static_cast<double>(topics_seen) / n;
  return held_out;
}

std::vector<ForensicCell> forensic_cells(const RunRecords& run, const Summary& summary,
                                         const ForensicOptions& options, Sink& sink) {
  const CellIndex index(run);
  std::vector<ForensicCell> cells;
  for (size_t i = 0; i < summary.cells.size(); ++i) {
    sink.progress("calibrating likelihood ratios", i, summary.cells.size());
    const auto& counted = summary.cells[i];
    if (!run.asks(counted.corpus, counted.condition)) continue;
    ForensicCell cell;
    cell.corpus = counted.corpus;
    cell.condition = counted.condition;
    cell.model = counted.model;
    for (const auto& metric : counted.metrics) cell.n_total = std::max(cell.n_total, metric.n_total);
    const HeldOutLlrs held_out = held_out_llrs(index.folds(cell.corpus, cell.condition, cell.model),
                                               calibration_of(run, index, cell), options.threads);
    cell.folds = held_out.folds;
    cell.flat_folds = held_out.flat_folds;
    cell.calibration_pairs = held_out.calibration_pairs;
    cell.authors_seen = held_out.authors_seen;
    cell.topics_seen = held_out.topics_seen;
    cell.has_topics = held_out.has_topics;
    if (held_out.why_not.empty())
      measure(run, summary, options, held_out.items, cell);
    else
      for (auto& score : cell.scores) score.why_not = held_out.why_not;
    cells.push_back(std::move(cell));
  }
  sink.progress("calibrating likelihood ratios", summary.cells.size(), summary.cells.size());
  return cells;
}

namespace {

constexpr size_t kBins = 48, kSteps = 200;

}  // namespace

LlrHistogram llr_histogram(const LlrItems& items) {
  const auto [low, high] = std::minmax_element(items.llr.begin(), items.llr.end());
  const double left = std::max(0.05, -*low / std::numbers::ln10),
               right = std::max(0.05, *high / std::numbers::ln10);
  const double step = (left + right) / kBins;
  // Zero is a border of bins, so that no bin is half misleading.
  const auto below = static_cast<size_t>(std::ceil(left / step)),
             above = static_cast<size_t>(std::ceil(right / step));
  LlrHistogram histogram{-step * static_cast<double>(below), step, std::vector<uint64_t>(below + above),
                         std::vector<uint64_t>(below + above)};
  for (size_t i = 0; i < items.llr.size(); ++i) {
    if (items.llr[i] == 0) {
      ++(items.same[i] != 0 ? histogram.neutral_same : histogram.neutral_different);
      continue;
    }
    const double place = items.llr[i] / std::numbers::ln10 / step + static_cast<double>(below);
    const auto bin = std::min(histogram.same.size() - 1, static_cast<size_t>(std::max(0.0, place)));
    ++(items.same[i] != 0 ? histogram.same : histogram.different)[bin];
  }
  return histogram;
}

LlrCurves llr_curves(size_t condition, size_t model, const LlrItems& items) {
  LlrCurves curves;
  curves.condition = condition;
  curves.model = model;
  curves.histogram = llr_histogram(items);
  curves.tippett = tippett(items.llr, items.same, kSteps);
  curves.ece = ece_curve(items.llr, items.same, ece_grid());
  return curves;
}

}  // namespace standfast::result
