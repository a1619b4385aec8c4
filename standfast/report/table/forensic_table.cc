// Likelihood ratios (result/findings/forensic.h), as a table, in words and for the JSON document.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/base/json.h"
#include "standfast/report/table/catalog.h"
#include "standfast/report/table/tables.h"
#include "standfast/report/words/phrases.h"

namespace standfast::report {
namespace {

std::string lr_text(double llr) {
  const double ratio = std::exp(std::abs(llr));
  return ratio >= 1000 ? grouped(static_cast<unsigned long long>(std::llround(ratio)))
                       : fmt::format("{:.{}f}", ratio, ratio < 10 ? 1 : 0);
}

std::string percent_1(double share) {
  return fmt::format("{:.1f} %", 100 * share);
}

}  // namespace

Table forensic_table(const RunRecords& run, const std::vector<ForensicCell>& cells, size_t corpus,
                     double level) {
  const std::string& name = run.corpora[corpus].name;
  Table table = table_of("likelihood-ratios", "Scores as likelihood ratios", name);
  table.caption = fmt::format(
      "Cllr in bits: 0 is perfect, an LR of 1 for every pair has 1, more does harm. Cllr min would remain "
      "after the best monotone change of the LRs; the rest (\"calibration +\") is lost for want of "
      "calibration. Misleading: share of same-author pairs with LR < 1, of different-author pairs with LR "
      "> 1. Each fold is calibrated on the test scores of the other folds of its seed (a side: of all "
      "folds); \"knew\" is the share of test pairs whose author or topic the calibration had seen. {} "
      "intervals, authors resampled.{}",
      percent(level), of_fitted_models(run.nested_repeats > 0));
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
        " Misleading: {} of same-author pairs have an LR below 1 (at worst 1/{}), and {} of "
        "different-author pairs have an LR above 1 (at worst {}). Equal error rate {}.",
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

TableEntry forensic_entry() {
  return {"likelihood-ratios", [](const Section& of) -> std::vector<ShownTable> {
            if (of.found.pair_curves.empty()) return {};  // no model has answers: no evidence to weigh
            return {{forensic_table(of.run, of.forensic, of.corpus, of.level), "", false,
                     forensic_words(of.run, of.summary, of.forensic, of.corpus)}};
          }};
}

}  // namespace standfast::report
