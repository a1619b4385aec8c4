#include "standfast/report/page/report.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/report/attribution/highlights.h"
#include "standfast/report/figure/catalog.h"
#include "standfast/report/page/hide_names.h"
#include "standfast/report/page/page.h"
#include "standfast/report/page/report_cache.h"
#include "standfast/report/page/report_files.h"
#include "standfast/report/result_names.h"
#include "standfast/report/table/catalog.h"
#include "standfast/report/table/table.h"
#include "standfast/report/table/tables.h"
#include "standfast/report/task/task_report.h"
#include "standfast/report/words/headlines.h"
#include "standfast/result/findings/corpus_findings.h"
#include "standfast/result/findings/forensic.h"
#include "standfast/result/findings/judgement.h"
#include "standfast/result/findings/trivial_scores.h"
#include "standfast/result/run/add_predictions.h"
#include "standfast/result/run/cell_index.h"
#include "standfast/study/record/scores_file.h"

namespace standfast {
namespace {

using namespace report;
using Json = nlohmann::ordered_json;

std::string dumped(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

// Returns the items over which a cell and its baseline are compared, if not over all.
Json compared_json(const std::optional<result::ComparedItems>& compared) {
  if (!compared) return nullptr;
  const auto number = [](const std::optional<double>& x) { return x ? Json(*x) : Json(nullptr); };
  return {{"with_values", compared->columns},
          {"n", compared->n},
          {"n_total", compared->of},
          {"baseline_n", compared->baseline_n},
          {"baseline_n_total", compared->baseline_of},
          {"score", number(compared->score.value)},
          {"guessing", number(compared->guessing)},
          {"baseline_score", number(compared->baseline_score.value)},
          {"baseline_guessing", number(compared->baseline_guessing)}};
}

// Returns the survival table as numbers.
Json survival_json(const RunRecords& run, const Summary& summary) {
  const auto number = [](const std::optional<double>& x) { return x ? Json(*x) : Json(nullptr); };
  const auto interval = [](const Estimate& e) {
    return e.interval ? Json::array({e.interval->low, e.interval->high}) : Json(nullptr);
  };
  const auto part = [&](const std::optional<Difference>& of) {
    return of ? Json{{"points", number(of->estimate.value)}, {"interval", interval(of->estimate)}}
              : Json(nullptr);
  };
  Json cells = Json::array();
  for (const auto& cell : summary.cells)
    for (size_t m = 0; m < summary.metrics.size() && run.asks(cell.corpus, cell.condition); ++m) {
      const auto& numbers = cell.metrics[m];
      const auto baseline = summary.baseline[cell.condition];
      const auto level = result::topic_level(run, summary, cell.corpus, cell.condition, m);
      const Difference* over = level ? result::over_level(*level, numbers) : nullptr;
      cells.push_back(
          {{"corpus", run.corpora[cell.corpus].name},
           {"condition", run.conditions[cell.condition].drawn()},
           {"side", run.conditions[cell.condition].side},
           {"model", run.models[cell.model].name},
           {"metric", summary.metrics[m]},
           {"score", number(numbers.score.value)},
           {"interval", interval(numbers.score)},
           {"n_used", numbers.n_used},
           {"n_total", numbers.n_total},
           {"folds_used", numbers.folds_used},
           {"folds_failed", cell.failed},
           {"why_no_interval", numbers.score.why_no_interval},
           {"guessing", number(numbers.guessing)},
           {"baseline", baseline ? Json(run.conditions[*baseline].name) : Json(nullptr)},
           {"lost", number(numbers.lost.estimate.value)},
           {"lost_interval", interval(numbers.lost.estimate)},
           {"lost_p", number(numbers.lost.p)},
           {"why_not_lost", numbers.lost.estimate.why_not},
           {"survival", number(numbers.survival.value)},
           {"survival_interval", interval(numbers.survival)},
           {"survival_of_reference", number(numbers.total.value)},
           {"survival_of_reference_interval", interval(numbers.total)},
           {"compared", compared_json(numbers.compared)},
           {"lost_ranking", part(numbers.ranking)},
           {"lost_threshold", part(numbers.threshold)},
           {"topic_alone", level ? Json(level->score) : Json(nullptr)},
           {"over_topic", over ? number(over->estimate.value) : Json(nullptr)},
           {"over_topic_interval", over ? interval(over->estimate) : Json(nullptr)},
           {"why_not", numbers.score.why_not.empty() ? numbers.survival.why_not : numbers.score.why_not}});
    }
  return cells;
}

Json warnings_json(const Judgement& judgement) {
  Json list = Json::array();
  for (const auto& warning : judgement.warnings) list.push_back(warning_json(warning));
  return list;
}

// Writes the figures of a corpus and adds their paths to `written`.
Status write_figures(const std::string& run_folder, const std::string& folder,
                     const std::vector<ShownFigure>& figures, const ReportOptions& options,
                     std::vector<std::string>& written) {
  std::vector<ReportFile> files;
  for (const auto& figure : figures)
    for (const auto& rows : figure.rows)
      files.push_back({folder + "/" + rows.table().name + ".csv", [&rows] { return to_csv(rows.table()); }});
  for (const auto& figure : figures)
    for (const auto& shown : figure.drawings)
      if (!shown.drawing.empty())
        files.push_back({folder + "/" + shown.file + ".svg", [&shown] { return svg_file(shown.drawing); }});
  for (const auto& file : files) written.push_back(file.path);
  SF_TRY(announce_report_files(run_folder, written));
  return write_report_files(files, options.threads, options.marked_csv);
}

// Returns the heading and rows of scores.csv for the models whose answers were added; "" if there are none.
std::string scores_of_predictions(const RunRecords& run) {
  std::set<std::string> foreign;
  for (const auto& model : run.models)
    if (model.foreign) foreign.insert(model.name);
  const bool fits = !run.refits.empty();  // then scores.csv has the column, and others answer the first fit
  std::string text;
  for (const auto& cell : run.cells)
    if (foreign.contains(cell.model))
      text += score_rows(
          {cell.task, cell.corpus, cell.drawn, cell.model, cell.side, cell.seed, cell.fold, cell.fit},
          cell.scores, fits);
  return text.empty() ? text : scores_heading(fits) + text;
}

// A sink that passes everything on and remembers the warnings.
class Listening final : public Sink {
 public:
  explicit Listening(Sink& to) : to_(to) {}
  void log(Level level, std::string_view line) override {
    if (level == Level::warning) {
      const std::lock_guard lock(mutex_);
      warnings_.emplace_back(line);
    }
    to_.log(level, line);
  }
  void progress(std::string_view what, uint64_t done, uint64_t total) override {
    to_.progress(what, done, total);
  }
  std::vector<std::string> take() { return std::move(warnings_); }

 private:
  Sink& to_;
  std::mutex mutex_;
  std::vector<std::string> warnings_;
};

Result<WrittenReport> make_report(const std::string& run_folder, const ReportOptions& options, Sink& sink) {
  if (options.resamples < 20 || options.resamples > 1'000'000)
    return usage_error(fmt::format("{} resamples: choose 20 to 1000000", options.resamples));
  if (!(options.level > 0.5 && options.level < 1))
    return usage_error(
        fmt::format("an interval of {}: choose a level between 0.5 and 1, such as 0.95", options.level));
  if (options.with_text && options.no_text)
    return usage_error("a report without names has no texts: choose one of --with-text and --no-text");
  SF_ASSIGN(RunRecords run, read_run(run_folder, KeepAnswers::aside, options.threads));
  std::optional<ExplainedTexts> texts;
  if (options.with_text) {
    if (run.attributions.empty() && run.rationales.empty())
      return usage_error(fmt::format(
          "{} has no attributions, so there are no texts to show; give the study an [explain] and run it "
          "again",
          run_folder));
    SF_ASSIGN(texts, ExplainedTexts::open(run_folder, study_catalogs()));
  }
  SF_TRY(add_all_predictions(run_folder, options.predictions, options.ignore_extra_answers, sink, run));
  for (const auto& label : run.not_shown)
    sink.warn(fmt::format(
        "{} is missing, so the report leaves it out; standfast run with the same study makes it", label));
  WrittenReport written;
  if (options.no_text) {
    written.names = options.names.empty() ? run_folder + "/names.csv" : options.names;
    SF_TRY(write_file(written.names, hide_names(run)));
  }
  SF_ASSIGN(
      const Summary summary,
      summarise(run, {options.metric.empty() ? run.metric : options.metric, options.level, options.threads},
                sink));
  SF_ASSIGN(const Judgement judgement, judge_run(run, summary, options.ignore));
  written.warnings = judgement.warnings;
  const auto forensic =
      report_of(run.the_task())
          .evidence(run, summary, {static_cast<uint32_t>(options.resamples), options.level, options.threads},
                    sink);

  written.headlines = headlines(run, summary, options.level);
  const RunCounts counts = run_counts(run);
  written.cells = counts.cells;
  written.failed = counts.failed;
  written.missing = counts.missing;
  written.first_failed = counts.first_failed;
  if (!run.missing.empty()) written.first_missing = run.missing.front().label;

  RankingOptions ranking_options;
  ranking_options.resampling = {static_cast<uint32_t>(options.resamples),
                                run.seeds.empty() ? 0 : run.seeds.front(), options.threads};
  ranking_options.level = options.level;
  ranking_options.alpha = 1 - options.level;
  SF_ASSIGN(const RankingFindings ranking,
            ranking_findings(run, summary.metrics[summary.default_metric], ranking_options));
  written.page = options.out.empty() ? run_folder + "/report.html" : options.out;
  const std::string title = run.name.empty() ? "Standfast report" : run.name + " - Standfast report";
  SF_ASSIGN(PageFile page, PageFile::create(written.page, title));
  PageBuilder body(options.json);
  page_head(body, run, summary, written.headlines);
  const std::string figure_folder = options.figures.empty() ? run_folder + "/figures" : options.figures;
  SF_TRY(make_directories(figure_folder));
  const RunFindings whole = run_findings(run, summary, ranking.ranking, forensic, ranking.options);
  for (size_t corpus = 0; corpus < run.corpora.size(); ++corpus) {
    const CorpusFindings found = corpus_findings(run, whole, corpus, {ranking.options, options.level});
    const std::vector<ShownFigure> figures = shown_figures(found, options.threads);
    corpus_section(body, {run, summary, forensic, corpus, options.level, found, ranking}, figures, judgement);
    SF_TRY(page.add_to_body(body.take_html()));
    if (texts) {
      SF_ASSIGN(const std::string html, text_section(run, corpus, found, *texts));
      body.raw(html);
      SF_ASSIGN(const std::string rationales, rationale_section(run, corpus, found, *texts));
      body.raw(rationales);
      SF_TRY(page.add_to_body(body.take_part()));
    }
    SF_TRY(write_figures(run_folder, figure_folder, figures, options, written.figures));
  }
  page_end(body, run, summary);
  for (size_t corpus = 0; corpus < run.corpora.size(); ++corpus) {
    const report::Table table = survival_table(run, summary, corpus, summary.default_metric, options.level);
    written.text += table.title + "\n\n" + to_text(table) + "\n";
  }

  const std::string folder = options.tables.empty() ? run_folder + "/tables" : options.tables;
  SF_TRY(make_directories(folder));
  std::vector<ReportFile> tables;
  for (const auto& name : body.table_names())
    for (const char* ending : {".csv", ".tex"})
      tables.push_back({folder + "/" + name + ending,
                        [&text = body.files().at("tables/" + name + ending)] { return text; }});
  const std::string others = scores_of_predictions(run);
  if (!others.empty())
    tables.push_back({folder + "/scores-of-predictions.csv", [&others] { return others; }});
  for (const auto& table : tables) written.tables.push_back(table.path);
  SF_TRY(page.add_to_body(body.take_html()));
  const Json data = {{"metrics", summary.metrics},
                     {"default_metric", summary.metrics[summary.default_metric]}};
  std::vector<std::string> files = written.tables;
  files.insert(files.end(), written.figures.begin(), written.figures.end());
  SF_TRY(announce_report_files(run_folder, files));
  SF_TRY(write_report_files(tables, options.threads, options.marked_csv,
                            [&] { return page.add_files(dumped(data, -1), body.files()); }));
  SF_TRY(keep_report_files(run_folder, {folder, figure_folder}, files));
  SF_TRY(page.finish());
  if (!options.json) return written;
  Json numbers = Json::object();
  for (const auto& table : body.tables()) numbers[table.name] = table_json(table);
  written.json = dumped({{"schema", "standfast-report/1"},
                         {"study", run.name},
                         {"profile", summary.profile.name},
                         {"level", options.level},
                         {"interval", run.nested_repeats > 0 ? "nested" : "fitted"},
                         {"headlines", written.headlines},
                         {"warnings", warnings_json(judgement)},
                         {"warnings_ignored", judgement.ignored},
                         {"cells", written.cells},
                         {"failed", written.failed},
                         {"missing", written.missing},
                         {"page", written.page},
                         {"survival", survival_json(run, summary)},
                         {"forensic", forensic_json(run, forensic)},
                         {"tables", std::move(numbers)}},
                        2) +
                 "\n";
  return written;
}

}  // namespace

Result<WrittenReport> write_report(const std::string& run_folder, const ReportOptions& options, Sink& sink) {
  const std::string key = report_key(run_folder, options);
  if (auto kept = cached_report(run_folder, key)) {
    for (const auto& line : kept->warnings) sink.warn(line);
    return std::move(kept->written);
  }
  Listening listening(sink);
  SF_ASSIGN(WrittenReport written, make_report(run_folder, options, listening));
  CachedReport kept{std::move(written), listening.take()};
  SF_TRY(cache_report(run_folder, key, kept));
  return std::move(kept.written);
}

}  // namespace standfast
