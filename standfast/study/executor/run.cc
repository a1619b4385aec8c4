#include "standfast/study/executor/run.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/analysis/leak/warning_catalog.h"
#include "standfast/base/file.h"
#include "standfast/base/paths.h"
#include "standfast/study/executor/device_slots.h"
#include "standfast/study/executor/executor.h"
#include "standfast/study/executor/local_executor.h"
#include "standfast/study/executor/schedule.h"
#include "standfast/study/executor/warnings.h"
#include "standfast/study/experiment/preflight.h"
#include "standfast/study/experiment/study_corpus.h"
#include "standfast/study/experiment/workshop.h"
#include "standfast/study/record/scores_file.h"
#include "standfast/study/record/summary.h"
#include "standfast/study/spec/set_keys.h"
#include "standfast/study/spec/toml.h"
#include "standfast/study/unit/kinds.h"
#include "standfast/text/printable.h"
#include "standfast/version.h"

namespace standfast {
namespace fs = std::filesystem;
namespace {

std::unique_ptr<Executor> executor_of(const RunOptions& options, const Resources& here,
                                      std::vector<std::string> devices, const RunFolder& folder,
                                      Workshop& shop) {
  ExecutorOptions common;
  common.devices = std::move(devices);
  common.interrupted = options.interrupted;
  common.sink = options.sink;
  DoUnit alone = [&shop](const Unit& unit, int threads, Sink& sink) {
    return shop.do_unit(unit, threads, sink);
  };
  if (options.in_process)
    return std::make_unique<InProcessExecutor>(std::move(alone), here, std::move(common));
  LocalOptions local;
  local.command = {options.program, "work", folder.path(), "--serve"};
  local.jobs = options.jobs > 0 ? options.jobs : here.cores;
  local.all = here;
  local.common = std::move(common);
  local.alone = std::move(alone);
  return std::make_unique<LocalExecutor>(std::move(local));
}

// Writes the beginning of the plan. An older plan is kept if it has every unit with which the new one begins:
// it may already list the cells.
Status write_beginning(const RunFolder& folder, const std::vector<Unit>& units) {
  const auto old = folder.has_plan() ? folder.read_plan() : Result<std::vector<Unit>>(std::vector<Unit>());
  const bool keeps = old && std::all_of(units.begin(), units.end(), [&](const Unit& unit) {
                       return std::any_of(old->begin(), old->end(),
                                          [&](const Unit& known) { return known.key == unit.key; });
                     });
  return keeps ? Status() : folder.write_plan(units);
}

}  // namespace

Result<RunStatus> run_study(const RunOptions& options) {
  std::string text;
  SF_ASSIGN(const Provenance provenance, provenance_of(options, text));
  SF_ASSIGN(const Resources here,
            resources_here(options.memory, most_memory(provenance.study, study_catalogs(), provenance.corpora,
                                                       study_folder_of(options))));
  SF_ASSIGN(const auto devices, devices_here(options.devices));
  // The work of a run that is only prepared may be done on another machine, where the devices are.
  if (!options.prepare_only) SF_TRY(devices_suffice(provenance.study, devices.size()));
  const RunFolder folder(options.folder);
  SF_TRY(check_folder(folder));
  SF_ASSIGN(const RunLock lock, RunLock::take(folder, true));
  if (!lock.held())
    options.sink->warn(fmt::format(
        "{}: this file system has no locks, so nothing keeps a second run out of this folder; start one at a "
        "time",
        folder.path()));
  folder.remove_temporaries();
  SF_TRY(write_head(folder, provenance, text, options));

  Plan plan(provenance.study, study_catalogs(), provenance.corpora, study_folder_of(options));
  SF_TRY(plan.begin());
  SF_TRY(write_beginning(folder, plan.units()));
  if (options.prepare_only) return read_status(folder);

  Schedule::Options ways;
  ways.fail_fast = options.fail_fast;
  ways.sink = options.sink;
  ways.show = options.show;
  ways.all_drawn = [&]() -> Status {
    const auto units = plan.units();
    SF_TRY(folder.write_plan(units));
    folder.remove_orphans(units);
    return warn_of_design(folder, provenance, units, options.ignore, options.report_follows, *options.sink);
  };
  Schedule schedule(folder, provenance, plan, std::move(ways));
  SF_TRY(schedule.start());
  Workshop shop(folder, provenance, study_folder_of(options), study_catalogs());
  const Status ran = executor_of(options, here, devices, folder, shop)->run(schedule);
  schedule.end_warnings();
  SF_TRY(ran);
  return gather_scores(folder, plan.units());
}

std::string study_folder_of(const RunOptions& options) {
  const auto parent = fs::path(options.study_path).parent_path();
  return parent.empty() ? "." : parent.string();
}

Result<StudySpec> read_study(const RunOptions& options, std::string& text) {
  SF_ASSIGN(text, read_file(options.study_path));
  SF_ASSIGN(auto tree, parse_toml(text, options.study_path));
  if (!options.set.empty()) {
    SF_TRY(set_keys(tree, options.set));
    text = "# Written by standfast run, with the values of --set:\n";
    for (const auto& setting : options.set) text += fmt::format("#   {}\n", printable_line(setting));
    text += write_toml(tree);
  }
  auto parsed = parse_study_tree(tree, options.study_path, study_catalogs());
  // The line that the message names may have another content in the file.
  if (!parsed && !options.set.empty())
    return fail(parsed.error().kind,
                fmt::format("{} (with --set {})", parsed.error().message, fmt::join(options.set, " --set ")));
  if (!parsed) return Failure(parsed.error());
  StudySpec study = std::move(*parsed);
  if (options.limit) study.limit = *options.limit;
  if (options.seed) study.seeds = {*options.seed};
  SF_TRY(known_codes(options.ignore));
  SF_TRY(fill_file_digests(study, study_folder_of(options), study_catalogs()));
  return study;
}

Status write_if_changed(const std::string& path, const std::string& bytes) {
  if (is_there(path))
    if (const auto old = read_file(path); old && *old == bytes) return {};
  return write_file(path, bytes);
}

Status check_folder(const RunFolder& folder) {
  std::error_code code;
  if (is_there(folder.path()) && !fs::is_directory(folder.path(), code))
    return usage_error(fmt::format("{} is a file where the folder of the run should be", folder.path()));
  SF_TRY(make_directories(folder.path()));
  const bool ours = is_there(folder.file("provenance.json")) || is_there(folder.file(".lock"));
  if (!ours && !fs::is_empty(folder.path(), code))
    return usage_error(
        fmt::format("{} is not empty and not the folder of a run; give another --out", folder.path()));
  return {};
}

namespace {

// Writes the folder where relative corpus paths of the study start, relative to the run, to RUN/.study-folder
// for `work`.
Status write_study_folder(const RunFolder& folder, const std::string& study_folder) {
  std::error_code code;
  const auto from = fs::absolute(study_folder, code);
  const auto to = code ? fs::path() : fs::absolute(folder.path(), code);
  if (code) return data_error(fmt::format("{}: cannot be found ({})", study_folder, code.message()));
  const auto relative = fs::relative(from, to, code);
  return write_if_changed(folder.file(".study-folder"), (code ? from : relative).string() + "\n");
}

// Warns that predictions have changed. Answers may come and change at any time, because no cell depends on
// them. But a reader must know.
void warn_of_changed_predictions(const StudySpec& old, const StudySpec& now, Sink& sink) {
  for (const auto& predictions : now.predictions)
    for (const auto& before : old.predictions)
      if (before.name == predictions.name && !before.sha256.empty() && before.sha256 != predictions.sha256)
        sink.warn(
            fmt::format("predictions {}: the answers in {} have changed since the last run of this study; "
                        "the present answers are used",
                        predictions.name, predictions.path));
}

// Returns the text with plain line ends. Line ends have no meaning in TOML, and a version control may change
// them in all files of a folder.
std::string with_plain_line_ends(std::string text) {
  for (size_t at = 0; (at = text.find("\r\n", at)) != std::string::npos;) text.erase(at, 1);
  return text;
}

// Checks whether the folder belongs to this study. With a damaged provenance file, the study file that the
// run began with must equal this one except for line ends.
Status check_may_continue(const RunFolder& folder, const Provenance& now, const std::string& study_text,
                          Sink& sink) {
  const std::string path = folder.file("provenance.json");
  if (!is_there(path)) return {};
  const auto old = read_provenance(folder, study_catalogs());
  if (old) {
    warn_of_changed_predictions(old->study, now.study, sink);
    return check_continues(*old, now, folder.path());
  }
  const auto began_with = read_file(folder.file("study.toml"));
  if (!began_with || with_plain_line_ends(*began_with) != with_plain_line_ends(study_text)) {
    const std::string why = old.error().message;
    return fail(
        old.error().kind,
        fmt::format(
            "{}. But {}/study.toml is not the study given here, so it is not known whether the folder is a "
            "run of this study: give the study of that folder, put the two files back as they were, or give "
            "another --out",
            why.substr(0, why.rfind("; standfast run")), folder.path()));
  }
  sink.warn(fmt::format("{}; it is made again", old.error().message));
  return {};
}

Result<std::vector<CorpusFacts>> facts_of_corpora(const StudySpec& study, const std::string& study_folder,
                                                  Sink& sink) {
  std::vector<CorpusFacts> facts;
  ColumnsReady columns(study, study_catalogs());
  SF_ASSIGN(auto auxiliaries, AuxiliariesReady::read(study, study_folder));
  SF_TRY(word_lists_ready(study, study_folder, study_catalogs()));
  for (const auto& spec : study.corpora) {
    ReadReport report;
    SF_ASSIGN(const Corpus corpus, read_study_corpus(study, spec, study_folder, nullptr, sink, &report));
    SF_TRY(columns.check(spec, corpus, report));
    SF_TRY(classes_ready(study, spec, corpus, sink));
    SF_TRY(labels_ready(study, corpus, study_folder, study_catalogs()));
    auxiliaries.look_at(spec.name, corpus);
    facts.push_back(corpus_facts(spec.name, corpus));
  }
  SF_TRY(columns.finish());
  SF_TRY(auxiliaries.finish(sink));
  return facts;
}

}  // namespace

Result<Provenance> provenance_of(const RunOptions& options, std::string& text) {
  Provenance provenance;
  provenance.version = kVersion;
  SF_ASSIGN(provenance.study, read_study(options, text));
  // The work of a run that is only prepared may be done on another machine, where the programs are.
  if (!options.prepare_only) SF_TRY(models_are_ready(provenance.study, study_catalogs()));
  SF_ASSIGN(provenance.corpora, facts_of_corpora(provenance.study, study_folder_of(options), *options.sink));
  return provenance;
}

Status write_head(const RunFolder& folder, const Provenance& provenance, const std::string& text,
                  const RunOptions& options) {
  SF_TRY(check_may_continue(folder, provenance, text, *options.sink));
  SF_TRY(write_if_changed(folder.file("study.toml"), text));
  SF_TRY(write_study_folder(folder, study_folder_of(options)));
  SF_TRY(write_if_changed(folder.file("provenance.json"), provenance_text(provenance)));
  for (const char* name : {"artifacts", "cells", "splits", "log"})
    SF_TRY(make_directories(folder.file(name)));
  return {};
}

namespace {

uint64_t cells_done(const RunStatus& status) {
  for (const auto& stage : status.stages)
    if (stage.name == cell_kind().units()) return stage.done;
  return 0;
}

}  // namespace

Result<RunStatus> gather_scores(const RunFolder& folder, const std::vector<Unit>& units) {
  // A plan that another process extended may count cells that are not among these units.
  for (std::optional<uint64_t> before;;) {
    SF_ASSIGN(const ScoresText scores, scores_text(folder, units));
    SF_TRY(write_if_changed(folder.file("scores.csv"), scores.text));
    SF_ASSIGN(RunStatus status, read_status(folder));
    if (cells_done(status) <= scores.cells || before == scores.cells) return status;
    before = scores.cells;
  }
}

}  // namespace standfast
