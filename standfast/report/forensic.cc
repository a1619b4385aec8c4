#include "standfast/report/forensic.h"

#include <algorithm>
#include <map>
#include <numbers>
#include <unordered_set>

#include <fmt/format.h>

#include "standfast/base/parallel.h"
#include "standfast/metric/llr.h"
#include "standfast/metric/tippett.h"

namespace standfast::report {
namespace {

constexpr uint32_t kBandResamples = 200;  // a band is drawn, not read off

using Folds = std::vector<const CellRecord*>;

// One fold with its LLRs, or why there are none.
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

// Fills items and what is said about calibration; returns why there are none.
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

void measure(const RunRecords& run, const Summary& summary, const ReportOptions& options,
             ForensicCell& cell) {
  const uint32_t units = run.corpora[cell.corpus].tested_authors;
  const uint64_t seed = run.seeds.empty() ? 0 : run.seeds.front();
  const auto resamples = static_cast<uint32_t>(options.resamples);
  const auto replicated =
      forensic_replicates(UnitBootstrap(units, {resamples, seed, options.threads}), cell.items);
  for (size_t m = 0; m < replicated.size(); ++m) {
    cell.scores[m] = estimate(replicated[m], options.level);
    if (!cell.scores[m].value) cell.scores[m].why_not = "the test pairs are of one truth only";
  }
  cell.n_used = replicated[0].n_used;
  const auto curves = tippett(cell.items.llr, cell.items.same, 2);
  cell.worst_same = curves.strongest_misleading_same;
  cell.worst_different = curves.strongest_misleading_different;
  if (summary.chance_model == cell.model) return;
  const UnitBootstrap few(units, {std::min(resamples, kBandResamples), seed, options.threads});
  cell.tippett = tippett_bands(few, cell.items, options.level);
  const auto grid = ece_grid();
  cell.ece = ece_band(few, cell.items, grid, options.level);
}

std::string lr_text(double llr) {
  const double ratio = std::exp(std::abs(llr));
  return ratio >= 1000 ? grouped(static_cast<unsigned long long>(std::llround(ratio)))
                       : fmt::format("{:.{}f}", ratio, ratio < 10 ? 1 : 0);
}

std::string percent_1(double share) {
  return fmt::format("{:.1f} %", 100 * share);
}

}  // namespace

std::vector<ForensicCell> forensic_cells(const RunRecords& run, const Summary& summary,
                                         const ReportOptions& options, Sink& sink) {
  std::vector<ForensicCell> cells;
  for (size_t i = 0; i < summary.cells.size(); ++i) {
    sink.progress("calibrating likelihood ratios", i, summary.cells.size());
    const auto& counted = summary.cells[i];
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

Table forensic_table(const RunRecords& run, const std::vector<ForensicCell>& cells, size_t corpus,
                     double level) {
  const std::string& name = run.corpora[corpus].name;
  Table table = table_of("likelihood-ratios", "What the scores are worth as likelihood ratios", name);
  table.caption = fmt::format(
      "Cllr in bits: 0 is perfect, 1 is what an LR of 1 for every pair gets, more does harm. Cllr min is "
      "what the best "
      "monotone change of the LRs would leave, the rest (\"calibration +\") is lost for want of calibration. "
      "Misleading: share of same-author pairs with LR < 1, of different-author pairs with LR > 1. Each fold "
      "is "
      "calibrated on the test scores of the other folds of its seed; \"knew\" is the share of test pairs of "
      "which "
      "calibration knew an author or a topic. {} intervals, authors resampled.",
      percent(level));
  table.header = {"condition", "model", "Cllr", "Cllr min", "EER", "misleading same", "misleading different",
                  "pairs"};
  table.data_header = {"corpus", "condition", "model"};
  for (const auto metric : kForensicMetrics)
    for (const char* part : {"", "_low", "_high"}) table.data_header.push_back(std::string(metric) + part);
  for (const char* more : {"n_used", "n_total", "folds", "flat_folds", "calibration_pairs", "authors_seen",
                           "topics_seen", "worst_log10_lr_same", "worst_log10_lr_different", "note"})
    table.data_header.emplace_back(more);
  for (const auto& cell : cells) {
    if (cell.corpus != corpus) continue;
    const std::string &condition = run.conditions[cell.condition].name, &model = run.models[cell.model].name;
    std::vector<TableCell> row = {{condition}, {model}};
    std::vector<std::string> data = {name, condition, model};
    for (size_t m = 0; m < cell.scores.size(); ++m) {
      const auto& score = cell.scores[m];
      const bool as_percent = m >= 3;
      const auto text = [&](double x) { return as_percent ? percent_1(x) : shown(x); };
      if (m == 2) {
        if (score.value) row.back().third = "calibration +" + shown(*score.value);
      } else if (!score.value) {
        row.push_back({"-", m == 0 ? score.why_not : ""});
      } else {
        row.push_back({text(*score.value), score.interval ? fmt::format("[{}, {}]", text(score.interval->low),
                                                                        text(score.interval->high))
                                                          : ""});
      }
      data.push_back(score.value ? exact(*score.value) : "");
      data.push_back(score.interval ? exact(score.interval->low) : "");
      data.push_back(score.interval ? exact(score.interval->high) : "");
    }
    const bool any = cell.folds > 0;
    std::string seen = any ? fmt::format("knew authors {}", percent(cell.authors_seen)) : "";
    if (any && cell.has_topics) seen += fmt::format(", topics {}", percent(cell.topics_seen));
    row.push_back({cell.n_used == cell.n_total
                       ? grouped(cell.n_used)
                       : fmt::format("{} of {}", grouped(cell.n_used), grouped(cell.n_total)),
                   any ? fmt::format("calibrated on {}",
                                     grouped(static_cast<unsigned long long>(cell.calibration_pairs)))
                       : "",
                   seen});
    for (const uint64_t count : {cell.n_used, cell.n_total, uint64_t{cell.folds}, uint64_t{cell.flat_folds}})
      data.push_back(std::to_string(count));
    data.push_back(any ? exact(cell.calibration_pairs) : "");
    data.push_back(any ? exact(cell.authors_seen) : "");
    data.push_back(any && cell.has_topics ? exact(cell.topics_seen) : "");
    data.push_back(any ? exact(cell.worst_same / std::numbers::ln10) : "");
    data.push_back(any ? exact(cell.worst_different / std::numbers::ln10) : "");
    data.push_back(cell.scores[0].why_not);
    table.rows.push_back(std::move(row));
    table.data.push_back(std::move(data));
  }
  return table;
}

std::vector<std::string> forensic_words(const RunRecords& run, const Summary& summary,
                                        const std::vector<ForensicCell>& cells, size_t corpus) {
  std::vector<std::string> words;
  for (const auto& cell : cells) {
    if (cell.corpus != corpus || summary.chance_model == cell.model) continue;
    const std::string who =
        fmt::format("{} under {}: ", run.models[cell.model].name, run.conditions[cell.condition].name);
    if (!cell.scores[0].value) {
      words.push_back(who + "no likelihood ratios (" + cell.scores[0].why_not + ").");
      continue;
    }
    const auto value = [&](size_t m) { return *cell.scores[m].value; };
    const auto& interval = cell.scores[0].interval;
    std::string text = who + fmt::format("Cllr {:.2f}", value(0));
    if (interval) text += fmt::format(" [{:.2f}, {:.2f}]", interval->low, interval->high);
    text += value(0) >= 1 || (interval && interval->high >= 1)
                ? ", not shown to be better than an LR of 1 for every pair"
                : fmt::format(", so at even odds its LRs take away {} of the doubt about a pair",
                              percent(1 - value(0)));
    text += fmt::format("; {:.2f} is lost for want of discrimination, {:.2f} for want of calibration.",
                        value(1), value(2));
    text += fmt::format(
        " Misleading: {} of same-author pairs have an LR below 1 (at worst 1/{}), {} of different-author "
        "pairs one "
        "above 1 (at worst {}). Equal error rate {}.",
        percent_1(value(4)), lr_text(cell.worst_same), percent_1(value(5)), lr_text(cell.worst_different),
        percent_1(value(3)));
    if (cell.flat_folds > 0)
      text += fmt::format(
          " In {} of {} folds higher scores did not speak for one author in the other folds, so all LRs are "
          "1 there.",
          cell.flat_folds, cell.folds);
    words.push_back(std::move(text));
  }
  return words;
}

nlohmann::ordered_json forensic_json(const RunRecords& run, const std::vector<ForensicCell>& cells) {
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (const auto& cell : cells) {
    Json item = {{"corpus", run.corpora[cell.corpus].name},
                 {"condition", run.conditions[cell.condition].name},
                 {"model", run.models[cell.model].name},
                 {"n_used", cell.n_used},
                 {"n_total", cell.n_total},
                 {"folds", cell.folds},
                 {"flat_folds", cell.flat_folds}};
    if (cell.folds > 0) {
      item["calibration_pairs"] = cell.calibration_pairs;
      item["authors_seen"] = cell.authors_seen;
      item["topics_seen"] = cell.has_topics ? Json(cell.topics_seen) : Json(nullptr);
    }
    for (size_t m = 0; m < cell.scores.size(); ++m) {
      const auto& score = cell.scores[m];
      const std::string name(kForensicMetrics[m]);
      item[name] = score.value ? Json(*score.value) : Json(nullptr);
      item[name + "_interval"] =
          score.interval ? Json{score.interval->low, score.interval->high} : Json(nullptr);
    }
    item["why_not"] = cell.scores[0].why_not;
    list.push_back(std::move(item));
  }
  return list;
}

}  // namespace standfast::report
