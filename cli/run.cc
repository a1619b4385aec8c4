// standfast run: makes the folder of a study from its file.
#include "standfast/study/executor/run.h"

#include <algorithm>
#include <chrono>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/show_run.h"
#include "cli/show_tables.h"
#include "standfast/analysis/leak/warning_lines.h"
#include "standfast/analysis/split/split_analysis.h"
#include "standfast/base/in_words.h"
#include "standfast/base/json.h"
#include "standfast/base/json_text.h"
#include "standfast/base/memory.h"
#include "standfast/base/parallel.h"
#include "standfast/base/scratch_file.h"
#include "standfast/report/page/report.h"
#include "standfast/report/table/table.h"
#include "standfast/study/executor/dry_run.h"
#include "standfast/study/experiment/judge.h"
#include "standfast/study/experiment/preflight.h"
#include "standfast/study/task/task.h"

namespace standfast::cli {
namespace {

constexpr double kProbeSeconds = 8;  // processor time

struct RunArgs {
  std::string study, out, memory;
  std::vector<std::string> ignore;
  std::map<std::string, OptionValue> set;
  int64_t jobs = 0, limit = 0, seed = -1, devices = 1;  // seed: below 0 means the seed of the study
  std::function<bool()> limit_given, seed_given, devices_given;
  bool fail_fast = false, in_process = false, dry_run = false, prepare = false, no_report = false,
       no_probe = false, json = false;
};

int workers_of(const RunOptions& options) {
  const int here = available_threads();
  return options.jobs > 0 ? std::min(options.jobs, here) : here;
}

nlohmann::ordered_json to_json(const DryRun& plan, int workers) {
  nlohmann::ordered_json json;
  json["schema"] = "standfast-plan/1";
  json["study"] = study_to_json(plan.study);
  json["units"] = plan.units;
  json["cells"] = plan.cells;
  if (plan.nested_cells > 0) json["nested_cells"] = plan.nested_cells;
  json["conditions"] = nlohmann::ordered_json::array();
  for (const auto& c : plan.conditions) {
    nlohmann::ordered_json item = {{"corpus", c.corpus},
                                   {"condition", c.condition},
                                   {"seed", c.seed},
                                   {"folds", c.folds},
                                   {"train_documents", c.train_documents},
                                   {"validation_documents", c.validation_documents},
                                   {"test_documents", c.test_documents}};
    if (c.aside_documents > 0) item["aside_documents"] = c.aside_documents;
    if (plan.study.the_task().traits().draws_pairs) {
      item["train_pairs"] = c.train_pairs;
      item["validation_pairs"] = c.validation_pairs;
      item["test_pairs"] = c.test_pairs;
      item["same_test"] = c.same_test;
    }
    item["notes"] = c.notes;
    if (c.planted) {
      item["classes"] = c.classes;
      item["shortcut"] = to_json(*c.planted);
    }
    if (!c.reason.empty()) item["reason"] = c.reason;
    if (!c.skipped.empty()) item["undrawn"] = c.skipped;
    if (!c.lacking.empty()) item["lacking"] = c.lacking;
    json["conditions"].push_back(std::move(item));
  }
  for (const auto& corpus : plan.corpora)  // left out if there are none, as are predictions below
    for (const auto& side : corpus.sides)
      json["sides"].push_back({{"corpus", corpus.name}, {"side", side.name}, {"documents", side.documents}});
  for (const auto& one : plan.auxiliaries)
    json["auxiliaries"].push_back(
        {{"name", one.name}, {"kind", one.kind}, {"path", one.path}, {"entries", one.entries}});
  for (const auto& p : plan.predictions)
    json["predictions"].push_back({{"name", p.name}, {"folder", p.folder}, {"files", p.files}});
  for (const auto& analysis : plan.study.analyses) json["analyses"].push_back(analysis.name);
  json["warnings"] = nlohmann::ordered_json::array();
  for (const auto& warning : plan.warnings) json["warnings"].push_back(warning_json(warning));
  json["warnings_ignored"] = plan.ignored;
  if (plan.estimate) json["estimate"] = estimate_json(*plan.estimate, workers);
  for (const auto& one : plan.power)  // left out in classification
    json["power"].push_back({{"corpus", one.corpus},
                             {"condition", one.condition},
                             {"same", one.same},
                             {"different", one.different},
                             {"authors", one.authors},
                             {"least_auc", one.independent},
                             {"least_auc_with_spread", one.spread},
                             {"spread_over_authors", kSpreadOverAuthors}});
  return json;
}

bool some_skipped(const DryRun& plan) {
  return std::ranges::any_of(plan.conditions, [](const auto& c) { return !c.skipped.empty(); });
}

// Returns the warnings of a dry run about the design. A dry run cannot predict the scores of models, and the
// text says so.
std::string warnings_text(const DryRun& plan) {
  std::string text;
  for (const auto& one : plan.power) text += wrapped(describe(one) + ".");
  for (const auto& line : short_lines(plan.warnings)) text += line + "\n";
  const std::string ignored = plan.ignored > 0 ? fmt::format("{} ignored; ", plan.ignored) : std::string();
  const std::string drawn = some_skipped(plan) ? " as far as it was drawn" : "";
  if (plan.warnings.empty())
    return text +
           fmt::format(
               "no warnings of the design{}; warnings of scores come after the run ({}docs/warnings.md)\n",
               drawn, ignored);
  return text +
         fmt::format(
             "({}--json lists every condition; docs/warnings.md says what to do; --ignore {} silences one)\n",
             ignored, plan.warnings.front().code);
}

// Returns "analysis kl columns=source: of each of 4 draws, for the report".
std::string analyses_text(const DryRun& plan) {
  std::string text;
  for (const auto& one : plan.study.analyses) {
    const auto entry = split_analyses().find(one.analysis.name);
    const std::string own = one.name == one.analysis.name ? "" : fmt::format(" ({})", one.analysis.name);
    text += fmt::format("analysis {}{}{}: of {}, for the report\n", one.name, own,
                        entry ? options_changed(one.analysis.options, (*entry)->options) : "",
                        counted(plan.analyses / plan.study.analyses.size(), "split"));
  }
  return text;
}

// Returns the notes of samplers and splitters on their draws, for the first seed only, because the other
// seeds differ only in numbers.
std::string notes_text(const DryRun& plan) {
  std::string text;
  std::set<std::pair<std::string, std::string>> said;
  for (const auto& c : plan.conditions) {
    if (!said.emplace(c.corpus, c.condition).second) continue;
    for (const auto& note : c.notes) text += wrapped(fmt::format("{} / {}: {}", c.corpus, c.condition, note));
  }
  return text;
}

// Returns, as notes, the share of each class that got a value of the cue, and the intended share, for the
// first seed.
std::string planted_text(const DryRun& plan) {
  std::string text;
  std::set<std::pair<std::string, std::string>> said;
  for (const auto& c : plan.conditions) {
    if (!c.planted || !said.emplace(c.corpus, c.condition).second) continue;
    const PlantedRecord& planted = *c.planted;
    text += fmt::format(
        "{} / {}: {} planted, lambda {:g} (test {:g}), law {}{}\n", c.corpus, c.condition, planted.kind,
        planted.lambda, planted.test_lambda, planted.law,
        planted.dropped.all() > 0
            ? fmt::format(
                  "; {} of test and {} of train (once for each fold that trains on it) could not be planted",
                  counted(planted.dropped.of_test(), "document"), planted.dropped.of_train())
            : "");
    for (size_t value = 1; value < planted.values.size(); ++value)
      for (const auto& [side, counts] :
           {std::pair{"train", &planted.train}, {"test", &planted.test}, {"anti-test", &planted.anti_test}}) {
        std::vector<std::string> shares;
        for (size_t k = 0; k < c.classes.size(); ++k) {
          uint64_t n = 0;
          for (size_t v = 0; v < planted.values.size(); ++v) n += counts->of(k, v, planted.values.size());
          shares.push_back(fmt::format(
              "{} {} ({:.2f})", c.classes[k],
              n > 0 ? fmt::format("{:.3f}", static_cast<double>(counts->of(k, value, planted.values.size())) /
                                                static_cast<double>(n))
                    : "-",
              counts->target[k * planted.values.size() + value]));
        }
        text +=
            fmt::format("  P({} | class), {}: {}\n", planted.values[value], side, fmt::join(shares, ", "));
      }
  }
  if (!text.empty()) text += "in brackets: the probability with which it was to be planted\n";
  return text;
}

Status show_plan(const RunOptions& options, bool json) {
  SF_ASSIGN(const DryRun plan, standfast::dry_run(options));
  bool fails = false;
  for (const auto& c : plan.conditions) fails |= !c.reason.empty() || !c.lacking.empty();
  if (json) {
    print(json_text(to_json(plan, workers_of(options)), 1) + "\n");
  } else {
    for (const auto& corpus : plan.corpora) {
      print(fmt::format("corpus {}: {} documents, {} authors, {} topics\n", corpus.name, corpus.documents,
                        corpus.authors, corpus.topics));
      for (const auto& side : corpus.sides)
        print(fmt::format("  side {}: {} of the documents, kept apart from every fold\n", side.name,
                          side.documents));
    }
    for (const auto& one : plan.auxiliaries)
      print(fmt::format("auxiliary {}: {} {}\n", one.name, one.entries, one.holds));
    const bool of_pairs = plan.study.the_task().traits().draws_pairs;
    print(fmt::format("{:<34} {:>6} {:>6} {:>10} {:>10} {:>10}{}\n", "condition", "seed", "folds", "train",
                      "validation", "test", of_pairs ? "   same" : ""));
    for (const auto& c : plan.conditions) {
      const auto name = c.corpus + " / " + c.condition;
      if (!c.reason.empty()) {
        print(fmt::format("{:<34} {:>6} would fail: {}\n", name, c.seed, c.reason));
        continue;
      }
      if (!c.skipped.empty()) {
        print(fmt::format("{:<34} {:>6} not drawn: {}\n", name, c.seed, c.skipped));
        continue;
      }
      for (const auto& why : c.lacking)
        print(fmt::format("{:<34} {:>6} cells would fail: {}\n", name, c.seed, why));
      if (!of_pairs) {
        print(fmt::format("{:<34} {:>6} {:>6} {:>10} {:>10} {:>10}\n", name, c.seed, c.folds,
                          c.train_documents / c.folds, c.validation_documents / c.folds,
                          c.test_documents / c.folds));
        continue;
      }
      print(fmt::format("{:<34} {:>6} {:>6} {:>10} {:>10} {:>10} {:>5.1f}%\n", name, c.seed, c.folds,
                        c.train_pairs / c.folds, c.validation_pairs / c.folds, c.test_pairs / c.folds,
                        c.test_pairs > 0
                            ? 100.0 * static_cast<double>(c.same_test) / static_cast<double>(c.test_pairs)
                            : 0.0));
    }
    print(fmt::format("{} are the mean of a fold; {}{} cells of {} models{}, {} units of work in all\n",
                      plan.study.the_task().items(), some_skipped(plan) ? "at least " : "", plan.cells,
                      plan.study.models.size(),
                      plan.nested_cells > 0
                          ? fmt::format(" and {} nested cells for their intervals", plan.nested_cells)
                          : "",
                      plan.units));
    print(analyses_text(plan));
    print(notes_text(plan));
    print(planted_text(plan));
    for (const auto& p : plan.predictions)
      print(p.files > 0
                ? fmt::format("predictions {}: {} of answers in {}\n", p.name, counted(p.files, "file"),
                              p.folder)
                : fmt::format("predictions {}: no answers in {} yet; the run continues without them, run "
                              "again when they are there\n",
                              p.name, p.folder));
    print(warnings_text(plan));
    if (plan.estimate) print(estimate_text(*plan.estimate, workers_of(options)));
  }
  SF_TRY(models_are_ready(plan.study, study_catalogs()));
  if (fails) return fail(ErrorKind::incomplete, "some conditions or models would fail");
  return {};
}

std::vector<std::string> settings_of(const RunArgs& args) {
  std::vector<std::string> settings;
  for (const auto& [key, value] : args.set) settings.push_back(key + "=" + to_string(value));
  return settings;
}

// Returns the --set flags, without which the same command would define another study.
std::string given_again(const std::vector<std::string>& settings) {
  std::string flags;
  for (const auto& setting : settings) flags += fmt::format(" --set '{}'", setting);
  return flags;
}

Status run(const RunArgs& args) {
  if (args.dry_run && args.prepare)
    return usage_error(
        "run: --prepare writes the folder of the run, and --dry-run writes nothing; give one of the two");
  if (args.no_probe && !args.dry_run)
    return usage_error("run: --no-probe belongs to --dry-run; give both, or leave it out");
  RunOptions options;
  options.study_path = args.study;
  if (args.dry_run && !args.no_probe) options.estimate = kProbeSeconds;
  options.folder = args.out;
  options.jobs = threads_of(args.jobs);
  if (!args.memory.empty()) {
    SF_ASSIGN(options.memory, parse_bytes(args.memory));
  }
  if (args.devices_given()) options.devices = static_cast<uint64_t>(args.devices);
  options.fail_fast = args.fail_fast;
  options.in_process = args.in_process;
  options.ignore = args.ignore;
  options.set = settings_of(args);
  options.prepare_only = args.prepare;
  if (args.limit_given()) options.limit = static_cast<uint64_t>(args.limit);
  if (args.seed_given()) options.seed = static_cast<uint64_t>(args.seed);
  options.interrupted = interrupted;
  options.sink = &terminal();
  options.show = show_run;
  options.report_follows = !args.no_report;
  catch_interrupts();
  if (args.dry_run) return show_plan(options, args.json);
  if (args.out.empty()) return usage_error("run needs --out RUN, the folder to write (or --dry-run)");
  // The report keeps answers in a file there; an error is better found before the cells run than after.
  if (!args.no_report && !args.prepare)
    if (const auto room = ScratchFile::make(); !room) return with_context("the report", room.error());
  const auto started = std::chrono::steady_clock::now();
  auto status = run_study(options);
  if (!status && status.error().kind == ErrorKind::interrupted)
    return fail(ErrorKind::interrupted, fmt::format("interrupted; to continue: standfast run {} --out {}{}",
                                                    args.study, args.out, given_again(options.set)));
  if (!status) return Failure(status.error());
  if (args.prepare) {
    terminal().info(fmt::format("prepared; now: standfast work {} --shard 1/N", args.out));
    return {};
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  const auto& cells = status->stages.back();
  terminal().info(fmt::format("{} of {} cells done in {:.1f} s", cells.done, cells.total, seconds));
  std::string text, first_unanswered, page;
  std::vector<StudyWarning> warnings;
  uint64_t unanswered = 0;
  if (!args.no_report) {
    end_at_interrupts(fmt::format(
        "standfast: interrupted while the report was written, after all cells; to continue: standfast report "
        "{}",
        args.out));
    ReportOptions report;
    report.threads = available_threads();
    report.ignore = args.ignore;
    report.json = false;
    SF_ASSIGN(const WrittenReport written, write_report(args.out, report, terminal()));
    unanswered = written.missing;
    first_unanswered = written.first_missing;
    text = written.text;
    for (const auto& sentence : written.headlines) text += sentence + "\n";
    page = written.page;
    warnings = written.warnings;
  }
  print(args.json ? json_text(status_to_json(*status), 1) + "\n" : text);
  warn_of_study(warnings, "the report");
  if (!page.empty()) terminal().info(fmt::format("wrote {}", page));
  // Every cell of the run's own models is done, so only answers of predictions can be missing.
  if (status->all_done() && unanswered > 0)
    return fail(
        ErrorKind::incomplete,
        fmt::format("{} of predictions have no answers (first: {}); the report leaves them out; run again "
                    "when they are there",
                    counted(unanswered, "fold"), first_unanswered));
  if (status->all_done() && !status->unanswered.empty())
    return fail(ErrorKind::incomplete, status->unanswered.front() + "; run again when they are there");
  if (status->complete()) return {};
  return fail(ErrorKind::incomplete,
              fmt::format("{} units failed, the first: {}: {} (standfast status {})", status->failed.size(),
                          status->failed.empty() ? "" : status->failed.front().label,
                          status->failed.empty() ? "" : status->failed.front().reason, args.out));
}

}  // namespace

Command run_command() {
  return {
      "run", "Run a study: corpora x conditions x models x seeds, resumable", [](Args& args) {
        auto a = std::make_shared<RunArgs>();
        args.text("STUDY", a->study, "Study file (TOML; see docs/study.md)", true).file();
        args.text("-o,--out", a->out, "Folder of the run; the same command continues a run that was stopped")
            .new_folder();
        args.jobs(a->jobs, "Worker processes; 0 = one for each processor. No number depends on it");
        args.text(
            "--memory", a->memory,
            "Bytes of text and of pretrained models that the busy workers may hold together (8G); as many "
            "work "
            "at once as fit. Other models need more. Default: what is available");
        args.count("--devices", a->devices, kDevicesHelp);
        a->devices_given = args.given("--devices");
        args.flag("--fail-fast", a->fail_fast,
                  "Stop at the first failure instead of recording it and continuing");
        args.flag(
            "--in-process", a->in_process,
            "Start no worker processes: one unit after the other, each with all processors (for a debugger)");
        args.flag("--dry-run", a->dry_run,
                  "Show folds, pairs, number of cells, and the time, memory and disk space they take; write "
                  "nothing");
        args.flag("--no-probe", a->no_probe,
                  "With --dry-run: skip the trial of a few seconds that measures the models");
        args.flag("--prepare", a->prepare, "Write the folder and its plan only, for standfast work");
        args.flag("--no-report", a->no_report, "Write no report; standfast report writes it later");
        args.count("-n,--limit", a->limit,
                   "Read at most this many documents of each corpus (overrides the study)");
        args.count("--seed", a->seed, "Use this seed only (overrides the study)");
        a->limit_given = args.given("--limit");
        a->seed_given = args.given("--seed");
        args.settings("--set", a->set,
                      "Another value of any key of the study file: seeds=3, model.ppm.order=4, "
                      "condition.hits.split.folds=5 (docs/study.md); --set may be given several times");
        args.repeated("--ignore", a->ignore, "Code of a warning to hide (SF101); may be given several times");
        args.flag("--json", a->json, "Print the run's status (or plan) as one JSON document on stdout");
        args.footer("Exit codes: 0 all cells done, 5 some failed (each record says why), 130 interrupted.");
        args.example("standfast run study.toml --dry-run", "Show what the study would do");
        args.example("standfast run study.toml --out run", "Run the study; the same command continues it");
        args.example("standfast run study.toml --out quick --set seeds=1 --set limit=200",
                     "Take a quick look with other values of the study");
        return [a] { return run(*a); };
      }};
}

}  // namespace standfast::cli
