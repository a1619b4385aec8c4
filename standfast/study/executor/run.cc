#include "standfast/study/executor/run.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/parallel.h"
#include "standfast/base/parse_json.h"
#include "standfast/base/paths.h"
#include "standfast/study/executor/executor.h"
#include "standfast/study/experiment/judge.h"
#include "standfast/study/experiment/models_ready.h"
#include "standfast/study/record/answer_files.h"
#include "standfast/study/record/provenance.h"
#include "standfast/study/record/scores_file.h"
#include "standfast/study/record/summary.h"
#include "standfast/version.h"

namespace standfast {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using State = RunFolder::State;

std::string folder_of(const std::string& path) {
  const auto parent = fs::path(path).parent_path();
  return parent.empty() ? "." : parent.string();
}

Result<StudySpec> read_study(const RunOptions& options, std::string& text) {
  SF_ASSIGN(text, read_file(options.study_path));
  SF_ASSIGN(auto study, parse_study(text, options.study_path, study_catalogs()));
  if (options.limit) study.limit = *options.limit;
  if (options.seed) study.seeds = {*options.seed};
  SF_TRY(known_codes(options.ignore));
  SF_TRY(fill_file_digests(study, folder_of(options.study_path), study_catalogs()));
  return study;
}

// Writes only what differs, so that a finished run that is run again is not touched.
Status write_if_changed(const std::string& path, const std::string& bytes) {
  if (is_there(path))
    if (const auto old = read_file(path); old && *old == bytes) return {};
  return write_file(path, bytes);
}

std::vector<Unit> units_of_stage(const std::vector<Unit>& plan, int stage) {
  std::vector<Unit> units;
  for (const auto& unit : plan)
    if (unit.stage() == stage) units.push_back(unit);
  return units;
}

// How many folds the finished splits units have.
Result<std::map<std::string, SplitFacts>> split_facts(const RunFolder& folder,
                                                      const std::vector<Unit>& splits) {
  std::map<std::string, SplitFacts> facts;
  for (const auto& unit : splits) {
    if (unit.kind != UnitKind::splits) continue;
    auto& fact = facts[unit.key];
    if (folder.state(unit).state != State::done) continue;
    SF_ASSIGN(const Json marker, folder.read_marker(unit, Check::sizes));
    SF_TRY(take_apart(folder.marker(unit), [&] { marker.at("folds").get_to(fact.folds); }));
    if (fact.folds == 0)
      return data_error(
          fmt::format("{}: says 0 folds; delete its folder and run again", folder.marker(unit)));
  }
  return facts;
}

// Where relative corpus paths of the study start, as seen from the run: kept in RUN/.study-folder for `work`.
Status write_study_folder(const RunFolder& folder, const std::string& study_folder) {
  std::error_code code;
  const auto from = fs::absolute(study_folder, code);
  const auto to = code ? fs::path() : fs::absolute(folder.path(), code);
  if (code) return data_error(fmt::format("{}: cannot be found ({})", study_folder, code.message()));
  const auto relative = fs::relative(from, to, code);
  return write_if_changed(folder.file(".study-folder"), (code ? from : relative).string() + "\n");
}
// Does units in worker processes and sees to it that every failure is recorded.
class Runner {
 public:
  Runner(RunFolder folder, const Provenance& provenance, int jobs, bool fail_fast, const std::string& program,
         std::function<bool()> interrupted, Sink& sink)
      : folder_(std::move(folder)),
        provenance_(provenance),
        sink_(sink),
        executor_({.command = {program, "work", folder_.path(), "--serve"},
                   .jobs = jobs > 0 ? jobs : available_threads(),
                   .threads = available_threads(),
                   .fail_fast = fail_fast,
                   .interrupted = std::move(interrupted),
                   .finished = [this](const Unit& unit,
                                      const UnitOutcome& outcome) { return record(unit, outcome); },
                   .sink = &sink}) {}

  // Units of one stage that are not done.
  Status run_stage(const std::vector<Unit>& units) {
    std::vector<Unit> todo;
    for (const auto& unit : units) {
      const auto found = folder_.state(unit, Check::digests);
      if (found.state == State::done) continue;
      if (found.state == State::damaged)
        sink_.warn(fmt::format("{}: {}; it is made again", unit.label(), found.reason));
      SF_ASSIGN(const std::string objection, cannot_be_done(unit));
      if (objection.empty())
        todo.push_back(unit);
      else
        SF_TRY(folder_.write_failure(unit, provenance_.study, objection));
    }
    if (todo.empty()) return {};
    return executor_.run(stage_name(todo.front().kind), todo);
  }

  void set_plan(const std::vector<Unit>& plan) {
    for (const auto& unit : plan) by_key_[unit.key] = unit;
  }

 private:
  Status record(const Unit& unit, const UnitOutcome& outcome) {
    if (outcome.ok) return {};
    sink_.warn(fmt::format("{}: {}", unit.label(), outcome.reason));
    return outcome.crashed ? folder_.write_failure(unit, provenance_.study, outcome.reason) : Status();
  }

  // Why a unit need not be tried: something it needs has failed.
  Result<std::string> cannot_be_done(const Unit& unit) const {
    for (const auto& key : {unit.vectors, unit.splits, unit.features, unit.start}) {
      if (key.empty()) continue;
      const auto found = by_key_.find(key);
      if (found == by_key_.end()) return std::string();
      const auto state = folder_.state(found->second);
      if (state.state == State::failed)
        return fmt::format("its {} failed: {}",
                           key == unit.vectors  ? "vectors"
                           : key == unit.splits ? "split"
                           : key == unit.start  ? "fit on all documents"
                                                : "pair features",
                           state.reason);
    }
    return std::string();
  }

  RunFolder folder_;
  const Provenance& provenance_;
  Sink& sink_;
  std::map<std::string, Unit> by_key_;
  LocalExecutor executor_;
};

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

// Answers may come and change at any time: no cell rests on them. But a reader must know.
void warn_of_changed_predictions(const StudySpec& old, const StudySpec& now, Sink& sink) {
  for (const auto& predictions : now.predictions)
    for (const auto& before : old.predictions)
      if (before.name == predictions.name && !before.sha256.empty() && before.sha256 != predictions.sha256)
        sink.warn(
            fmt::format("predictions {}: the answers in {} have changed since the last run of this study; "
                        "they are taken as they are now",
                        predictions.name, predictions.path));
}

// Whether what is in the folder is of this study. A damaged provenance cannot tell; then the study file that
// the run began with must be this one, byte for byte.
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
  if (!began_with || *began_with != study_text) return Failure(old.error());
  sink.warn(fmt::format("{}; it is made again", old.error().message));
  return {};
}

Result<std::vector<CorpusFacts>> facts_of_corpora(const StudySpec& study, const std::string& study_folder,
                                                  Sink& sink) {
  std::vector<CorpusFacts> facts;
  for (const auto& spec : study.corpora) {
    SF_ASSIGN(const Corpus corpus, read_study_corpus(study, spec, study_folder, nullptr, sink));
    facts.push_back(corpus_facts(spec.name, corpus));
  }
  return facts;
}

// The warnings of a design, without those that the study or the caller ignores; how many these were.
Result<std::vector<DesignWarning>> judged(const StudyDesign& design, const StudySpec& study,
                                          const std::vector<std::string>& ignore, uint64_t& ignored) {
  auto codes = study.ignore;
  codes.insert(codes.end(), ignore.begin(), ignore.end());
  SF_ASSIGN(codes, known_codes(codes));
  auto warnings = check_design(design);
  ignored = leave_out(warnings, codes);
  return warnings;
}

// Says what is questionable in a study whose splits are drawn.
Status warn_of_design(const RunFolder& folder, const Provenance& provenance, const std::vector<Unit>& splits,
                      const std::vector<std::string>& ignore, Sink& sink) {
  StudyDesign design = outline(provenance.study, provenance.corpora);
  for (const auto& unit : splits) {
    const std::string path = folder.artifact(unit.key, kDesignFile);
    if (unit.kind != UnitKind::splits || folder.state(unit).state != State::done || !is_there(path)) continue;
    SF_TRY(folder.check_artifact(unit.key));  // it may be of another shard
    SF_ASSIGN(const DesignFile drawn, read_design(path));
    add_draw(design, drawn);
  }
  uint64_t ignored = 0;
  SF_ASSIGN(const auto warnings, judged(design, provenance.study, ignore, ignored));
  for (const auto& warning : warnings) sink.warn(describe(warning));
  return {};
}

}  // namespace

Result<RunStatus> run_study(const RunOptions& options) {
  Provenance provenance;
  provenance.version = kVersion;
  std::string text;
  SF_ASSIGN(provenance.study, read_study(options, text));
  // A run that is only prepared may be worked on elsewhere, where the programs are.
  if (!options.prepare_only) SF_TRY(models_are_ready(provenance.study, study_catalogs()));
  const std::string study_folder = folder_of(options.study_path);
  SF_ASSIGN(provenance.corpora, facts_of_corpora(provenance.study, study_folder, *options.sink));

  const RunFolder folder(options.folder);
  SF_TRY(check_folder(folder));
  SF_ASSIGN(const RunLock lock, RunLock::take(folder, true));
  folder.remove_temporaries();
  SF_TRY(check_may_continue(folder, provenance, text, *options.sink));
  SF_TRY(write_if_changed(folder.file("study.toml"), text));
  SF_TRY(write_study_folder(folder, study_folder));
  SF_TRY(write_if_changed(folder.file("provenance.json"), provenance_text(provenance)));
  for (const char* name : {"artifacts", "cells", "splits", "log"})
    SF_TRY(make_directories(folder.file(name)));

  const auto splits = plan_splits(provenance.study, provenance.corpora);
  // An older plan is kept while every unit of stages 0 and 1 is in it: it may already list the cells.
  const auto old_plan =
      folder.has_plan() ? folder.read_plan() : Result<std::vector<Unit>>(std::vector<Unit>());
  const bool keeps = old_plan && std::all_of(splits.begin(), splits.end(), [&](const Unit& unit) {
                       return std::any_of(old_plan->begin(), old_plan->end(),
                                          [&](const Unit& known) { return known.key == unit.key; });
                     });
  if (!keeps) SF_TRY(folder.write_plan(splits));
  if (options.prepare_only) return read_status(folder);

  Runner runner(folder, provenance, options.jobs, options.fail_fast, options.program, options.interrupted,
                *options.sink);
  runner.set_plan(splits);
  SF_TRY(runner.run_stage(units_of_stage(splits, 0)));
  SF_TRY(runner.run_stage(units_of_stage(splits, 1)));
  SF_TRY(warn_of_design(folder, provenance, splits, options.ignore, *options.sink));
  SF_ASSIGN(const auto facts, split_facts(folder, splits));
  SF_ASSIGN(const auto rest,
            plan_cells(provenance.study, study_catalogs(), provenance.corpora, splits, facts));
  std::vector<Unit> plan = splits;
  plan.insert(plan.end(), rest.begin(), rest.end());
  SF_TRY(folder.write_plan(plan));
  folder.remove_orphans(plan);
  runner.set_plan(plan);
  SF_TRY(runner.run_stage(units_of_stage(plan, 2)));
  SF_TRY(runner.run_stage(units_of_stage(plan, 3)));
  SF_ASSIGN(const std::string scores, scores_text(folder, plan));
  SF_TRY(write_if_changed(folder.file("scores.csv"), scores));
  return read_status(folder);
}

Result<DryRun> dry_run(const RunOptions& options) {
  DryRun plan;
  std::string text;
  SF_ASSIGN(plan.study, read_study(options, text));
  const std::string study_folder = folder_of(options.study_path);
  for (const auto& predictions : plan.study.predictions) {
    SF_ASSIGN(const std::string folder, predictions_path(predictions, study_folder));
    SF_ASSIGN(const AnswerFiles found, answer_files(folder));
    plan.predictions.push_back({predictions.name, folder, found.files});
  }
  const uint64_t steps = plan.study.corpora.size() * plan.study.conditions.size() * plan.study.seeds.size();
  uint64_t step = 0;
  std::map<std::string, SplitFacts> facts;
  std::vector<Unit> splits;
  std::vector<DesignFile> designs;
  for (const auto& spec : plan.study.corpora) {
    SF_ASSIGN(const Corpus corpus, read_study_corpus(plan.study, spec, study_folder, nullptr, *options.sink));
    plan.corpora.push_back(corpus_facts(spec.name, corpus));
    const bool controls = std::any_of(plan.study.conditions.begin(), plan.study.conditions.end(),
                                      [](const auto& condition) { return !condition.control_of.empty(); });
    if (controls)
      designs.push_back({spec.name, "", {}, unused_blocks(plan.study, spec, study_folder, corpus)});
    std::map<std::string, std::shared_ptr<const StoredVectors>> vectors;
    for (const auto& unit : plan_splits(plan.study, {plan.corpora.back()})) {
      splits.push_back(unit);
      if (unit.kind != UnitKind::splits) continue;
      options.sink->progress("drawing splits", step++, steps);
      if (options.interrupted && options.interrupted()) return fail(ErrorKind::interrupted, "interrupted");
      PlannedCondition planned;
      planned.corpus = unit.corpus;
      planned.condition = unit.condition;
      planned.seed = unit.seed;
      const ConditionSpec& condition = plan.study.condition(unit.condition);
      Result<TopicEncoder> encoder = tfidf_topics();
      if (condition.encoder) {
        encoder = study_topic_encoder(*condition.encoder, study_folder, study_catalogs());
        // Made once for all conditions and seeds that share them, as in a run.
        auto& stored = vectors[unit.vectors];
        if (stored == nullptr)
          if (auto made = encode_pool(corpus, condition, study_folder, study_catalogs(), available_threads(),
                                      null_sink()))
            stored = std::make_shared<const StoredVectors>(std::move(*made));
        if (encoder && stored != nullptr)
          encoder = stored_topic_encoder(stored, condition.encoder->aggregate, std::move(*encoder));
      }
      const auto drawn =
          encoder ? draw_condition(corpus, condition, study_catalogs(), drawn_for(plan.study, study_folder),
                                   unit.seed, available_threads(), null_sink(), *encoder)
                  : Result<DrawnCondition>(Failure(encoder.error()));
      if (!drawn) {
        planned.reason = drawn.error().message;
      } else {
        designs.push_back(
            {unit.corpus,
             unit.condition,
             measure_drawn(corpus, drawn->sample, drawn->split, drawn->pairs, plan.study.target),
             {}});
        planned.folds = static_cast<uint32_t>(drawn->split.folds.size());
        for (const auto& fold : drawn->split.folds) {
          planned.train_documents += fold.train.size();
          planned.validation_documents += fold.validation.size();
          planned.test_documents += fold.test.size();
          planned.aside_documents += fold.aside.size();
        }
        for (const auto& fold : drawn->pairs) {
          planned.train_pairs += fold.train.size();
          planned.validation_pairs += fold.validation.size();
          planned.test_pairs += fold.test.size();
          for (const Pair& pair : fold.test) planned.same_test += pair.same;
        }
        planned.notes = drawn->sample.notes;
        planned.notes.insert(planned.notes.end(), drawn->split.notes.begin(), drawn->split.notes.end());
      }
      facts[unit.key].folds = planned.folds;
      plan.conditions.push_back(std::move(planned));
    }
  }
  options.sink->progress("drawing splits", steps, steps);
  SF_ASSIGN(const auto rest, plan_cells(plan.study, study_catalogs(), plan.corpora, splits, facts));
  plan.units = splits.size() + rest.size();
  plan.cells = units_of_stage(rest, 3).size();
  StudyDesign design = outline(plan.study, plan.corpora);
  for (const auto& drawn : designs) add_draw(design, drawn);
  SF_ASSIGN(plan.warnings, judged(design, plan.study, options.ignore, plan.ignored));
  return plan;
}

Status work_shard(const ShardOptions& options) {
  const RunFolder folder(options.folder);
  if (!folder.has_plan())
    return usage_error(
        fmt::format("{}: nothing to work on; make it with standfast run STUDY --out {} --prepare",
                    folder.path(), folder.path()));
  SF_ASSIGN(const RunLock lock, RunLock::take(folder, false));
  SF_ASSIGN(const Provenance provenance, read_provenance(folder, study_catalogs()));
  SF_TRY(models_are_ready(provenance.study, study_catalogs()));
  Runner runner(folder, provenance, options.jobs, false, options.program, options.interrupted, *options.sink);
  uint64_t failed = 0;
  std::vector<Unit> plan = plan_splits(provenance.study, provenance.corpora);
  runner.set_plan(plan);
  for (int stage = 0; stage < kStages; ++stage) {
    const auto units = units_of_stage(plan, stage);
    if (!options.stage || *options.stage == stage) {
      std::vector<Unit> share;
      for (size_t i = options.shard; i < units.size(); i += options.shards) share.push_back(units[i]);
      SF_TRY(runner.run_stage(share));
      for (const auto& unit : share) failed += folder.state(unit).state != State::done;
    }
    if (stage == options.stage.value_or(kStages - 1)) break;
    const auto missing = std::count_if(
        units.begin(), units.end(), [&](const Unit& u) { return folder.state(u).state == State::missing; });
    if (missing > 0)
      return fail(ErrorKind::incomplete,
                  options.stage
                      ? fmt::format("stage {} needs stage {} ({}), of which {} units are not done; run its "
                                    "shards first",
                                    *options.stage, stage, stage_name(units.front().kind), missing)
                      : fmt::format("stage {} ({}) still needs {} units of other shards; start this shard "
                                    "again when they are done",
                                    stage, stage_name(units.front().kind), missing));
    if (stage == 1) {
      // Every shard makes the same plan of the same splits; the first says what is questionable in it.
      if (options.shard == 0 && options.stage.value_or(2) == 2)
        SF_TRY(warn_of_design(folder, provenance, units, {}, *options.sink));
      SF_ASSIGN(const auto facts, split_facts(folder, units));
      SF_ASSIGN(const auto rest,
                plan_cells(provenance.study, study_catalogs(), provenance.corpora, units, facts));
      plan.insert(plan.end(), rest.begin(), rest.end());
      SF_TRY(folder.write_plan(plan));
      runner.set_plan(plan);
    }
  }
  if (failed > 0)
    return fail(ErrorKind::incomplete,
                fmt::format("{} units of this shard failed; see standfast status {}", failed, folder.path()));
  return {};
}

Status serve_folder(const std::string& path) {
  const RunFolder folder(path);
  SF_ASSIGN(Provenance provenance, read_provenance(folder, study_catalogs()));
  SF_ASSIGN(std::string study_folder, read_study_folder(folder));
  Workshop workshop(folder, std::move(provenance), std::move(study_folder), study_catalogs());
  return serve_units(
      0, 1, [&](const Unit& unit, int threads, Sink& sink) { return workshop.do_unit(unit, threads, sink); });
}

}  // namespace standfast
