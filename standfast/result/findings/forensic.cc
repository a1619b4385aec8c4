#include "standfast/result/findings/forensic.h"

#include <algorithm>
#include <map>
#include <unordered_set>

#include "standfast/base/parallel.h"
#include "standfast/metric/evidence/llr.h"
#include "standfast/metric/evidence/tippett.h"

namespace standfast::result {
namespace {

constexpr uint32_t kBandResamples = 200;  // a band is drawn; nobody reads exact values from it

using Folds = std::vector<const CellRecord*>;

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

CalibratedFold calibrate_fold(const Folds& folds, const CellRecord& fold) {
  CalibratedFold result;
  std::vector<double> score;
  std::vector<uint8_t> same;
  std::unordered_set<uint32_t> authors, topics;
  for (const CellRecord* other : folds) {
    if (other == &fold) continue;
    const auto& p = other->predictions;
    score.insert(score.end(), p.value.begin(), p.value.end());
    same.insert(same.end(), p.same.begin(), p.same.end());
    for (const auto* list : {&p.author_a, &p.author_b}) authors.insert(list->begin(), list->end());
    for (const auto* list : {&p.topic_a, &p.topic_b}) topics.insert(list->begin(), list->end());
  }
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
  for (const double value : fold.predictions.value) result.llr.push_back(calibration->llr(value));
  result.authors_seen = count_seen(fold.predictions.author_a, fold.predictions.author_b, authors);
  result.topics_seen = count_seen(fold.predictions.topic_a, fold.predictions.topic_b, topics);
  return result;
}

// The finished folds of a cell, by seed.
std::map<uint64_t, Folds> folds_by_seed(const RunRecords& run, const ForensicCell& cell) {
  std::map<uint64_t, Folds> seeds;
  for (const auto& record : run.cells)
    if (record.ok && record.corpus == run.corpora[cell.corpus].name &&
        record.condition == run.conditions[cell.condition].name &&
        record.model == run.models[cell.model].name)
      seeds[record.seed].push_back(&record);
  return seeds;
}

// Fills the items and the facts about calibration. Returns the reason if there are no LLRs.
std::string calibrate(const RunRecords& run, ForensicCell& cell, int threads) {
  struct Job {
    uint32_t seed;
    const Folds* folds;
    const CellRecord* fold;
    CalibratedFold result;
  };
  const auto seeds = folds_by_seed(run, cell);
  std::vector<Job> jobs;
  uint32_t place = 0;
  for (const auto& [seed, folds] : seeds) {
    for (const CellRecord* fold : folds) jobs.push_back({place, &folds, fold, {}});
    ++place;
  }
  parallel_for(jobs.size(), threads,
               [&](size_t i) { jobs[i].result = calibrate_fold(*jobs[i].folds, *jobs[i].fold); });
  uint64_t authors_seen = 0, topics_seen = 0;
  std::string why_not = "no cell has run";
  cell.has_topics = true;
  for (const Job& job : jobs) {
    const auto& p = job.fold->predictions;
    if (job.result.llr.empty()) {
      why_not = job.result.why_not;
      continue;
    }
    auto& items = cell.items;
    items.llr.insert(items.llr.end(), job.result.llr.begin(), job.result.llr.end());
    items.same.insert(items.same.end(), p.same.begin(), p.same.end());
    items.author_a.insert(items.author_a.end(), p.author_a.begin(), p.author_a.end());
    items.author_b.insert(items.author_b.end(), p.author_b.begin(), p.author_b.end());
    items.group.insert(items.group.end(), p.value.size(), job.seed);
    ++cell.folds;
    cell.flat_folds += job.result.flat ? 1 : 0;
    cell.calibration_pairs += static_cast<double>(job.result.pairs);
    cell.has_topics = cell.has_topics && !p.topic_a.empty();
    authors_seen += job.result.authors_seen;
    topics_seen += job.result.topics_seen;
  }
  if (cell.folds == 0) return why_not;
  const auto n = static_cast<double>(cell.items.llr.size());
  cell.calibration_pairs /= cell.folds;
  cell.authors_seen = static_cast<double>(authors_seen) / n;
  cell.topics_seen = static_cast<double>(topics_seen) / n;
  return "";
}

void measure(const RunRecords& run, const Summary& summary, const ForensicOptions& options,
             ForensicCell& cell) {
  const uint32_t units = run.corpora[cell.corpus].tested_authors;
  const uint64_t seed = run.seeds.empty() ? 0 : run.seeds.front();
  const auto replicated =
      forensic_replicates(UnitBootstrap(units, {options.resamples, seed, options.threads}), cell.items);
  for (size_t m = 0; m < replicated.size(); ++m) {
    cell.scores[m] = estimate(replicated[m], options.level);
    if (!cell.scores[m].value) cell.scores[m].why_not = "the test pairs are of one truth only";
  }
  cell.n_used = replicated[0].n_used;
  const auto curves = tippett(cell.items.llr, cell.items.same, 2);
  cell.worst_same = curves.strongest_misleading_same;
  cell.worst_different = curves.strongest_misleading_different;
  if (summary.chance_model == cell.model) return;
  const UnitBootstrap few(units, {std::min(options.resamples, kBandResamples), seed, options.threads});
  cell.tippett = tippett_bands(few, cell.items, options.level);
  const auto grid = ece_grid();
  cell.ece = ece_band(few, cell.items, grid, options.level);
}

}  // namespace

std::vector<ForensicCell> forensic_cells(const RunRecords& run, const Summary& summary,
                                         const ForensicOptions& options, Sink& sink) {
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
    const std::string why_not = calibrate(run, cell, options.threads);
    if (why_not.empty())
      measure(run, summary, options, cell);
    else
      for (auto& score : cell.scores) score.why_not = why_not;
    cells.push_back(std::move(cell));
  }
  sink.progress("calibrating likelihood ratios", summary.cells.size(), summary.cells.size());
  return cells;
}

}  // namespace standfast::result
