#include "standfast/study/executor/dry_run.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "standfast/base/parallel.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/training_set.h"
#include "standfast/model/robust/document_groups.h"
#include "standfast/sample/topics.h"
#include "standfast/study/cell/exam.h"
#include "standfast/study/cell/planted_sides.h"
#include "standfast/study/estimate/apart.h"
#include "standfast/study/estimate/cut_store.h"
#include "standfast/study/executor/device_slots.h"
#include "standfast/study/executor/executor.h"
#include "standfast/study/executor/run.h"
#include "standfast/study/executor/warnings.h"
#include "standfast/study/experiment/draw.h"
#include "standfast/study/experiment/judge.h"
#include "standfast/study/experiment/memory_store.h"
#include "standfast/study/experiment/preflight.h"
#include "standfast/study/experiment/space.h"
#include "standfast/study/experiment/study_corpus.h"
#include "standfast/study/plan/unit.h"
#include "standfast/study/record/answer_files.h"
#include "standfast/study/record/summary.h"
#include "standfast/study/spec/spec.h"
#include "standfast/study/unit/kinds.h"

namespace standfast {
namespace {

// The limits for conditions that a dry run skips, because texts would go through a network first.

constexpr uint64_t kMostBytes = 1 << 20;  // half a minute on two processors

// Ten epochs of training take about as long as reading thirty times.
constexpr uint64_t kMostBytesToLearn = kMostBytes / 32;

std::string why_slow(const Corpus& corpus, const std::string& what, std::span<const uint32_t> rows,
                     uint64_t most) {
  uint64_t bytes = 0;
  for (const uint32_t row : rows) bytes += corpus.text(row).size();
  if (bytes <= most) return "";
  return fmt::format(
      "{} {} texts ({:.1f} MB) first, which may take minutes; the run does this once and keeps the result",
      what, rows.size(), static_cast<double>(bytes) / 1e6);
}

Result<std::string> why_slow_to_encode(const Corpus& corpus, const std::string& encoder,
                                       std::span<const uint32_t> rows, const StudyCatalogs& catalogs) {
  SF_ASSIGN(const auto* entry, catalogs.encoders->find(encoder));
  if (!entry->traits.slow) return std::string();
  return why_slow(corpus, fmt::format("\"{}\" would encode", encoder), rows, kMostBytes);
}

// A model that learns in batches is a network.
Result<std::string> why_slow_to_learn(const Corpus& corpus, const std::string& model,
                                      std::span<const uint32_t> rows, const StudyCatalogs& catalogs) {
  SF_ASSIGN(const auto* entry, catalogs.classifiers->find(model));
  if (!entry->traits.in_batches) return std::string();
  return why_slow(corpus, fmt::format("\"{}\" would learn from", model), rows, kMostBytesToLearn);
}

// Returns the reason why the condition of this splits unit is not drawn before a run; "" where it is drawn. A
// run keeps the vectors that it makes, a dry run keeps nothing, so it makes vectors only for small corpora.
Result<std::string> reason_to_skip(const Corpus& corpus, const ConditionSpec& condition, const Unit& splits,
                                   const StudyCatalogs& catalogs) {
  std::string why;
  if (condition.encoder && !splits.need(vectors_kind()).empty()) {
    // Where the pool cannot be made, drawing reports the reason.
    if (const auto pool = topic_pool(corpus, static_cast<uint64_t>(pool_min_docs(condition)))) {
      SF_ASSIGN(why, why_slow_to_encode(corpus, condition.encoder->name, pool->rows, catalogs));
    }
  }
  if (!why.empty() || splits.need(space_kind()).empty()) return why;
  const auto rows = rows_of_space(corpus, condition, catalogs);
  if (!rows) return why;
  const std::string& maker = condition.space->maker.name;
  return condition.space->of_model ? why_slow_to_learn(corpus, maker, *rows, catalogs)
                                   : why_slow_to_encode(corpus, maker, *rows, catalogs);
}

void count(const DrawnCondition& drawn, PlannedCondition& planned) {
  planned.folds = static_cast<uint32_t>(drawn.split.folds.size());
  for (const auto& fold : drawn.split.folds) {
    planned.train_documents += fold.train.size();
    planned.validation_documents += fold.validation.size();
    planned.test_documents += fold.test.size();
    planned.aside_documents += fold.aside.size();
  }
  for (const auto& fold : drawn.pairs) {
    planned.train_pairs += fold.train.size();
    planned.validation_pairs += fold.validation.size();
    planned.test_pairs += fold.test.size();
    for (const Pair& pair : fold.test) planned.same_test += pair.same;
  }
  planned.notes = drawn.sample.notes;
  planned.notes.insert(planned.notes.end(), drawn.split.notes.begin(), drawn.split.notes.end());
}

// Checks the columns of the corpus for the training documents of each fold, as the model needs them: weights,
// and groups where no planted cue is one.
Status columns_suffice(const StudySpec& study, const ModelSpec& model, const ClassifierTraits& traits,
                       const Corpus& corpus, const Split& split, bool planted) {
  const bool by_column =
      traits.needs_groups && traits.needs_groups(model.model.options) && !(planted && study.group.empty());
  if (model.document_weight.empty() && !by_column) return {};
  SF_ASSIGN(const Column* classes, corpus.require(study.target));
  for (const auto& fold : split.folds) {
    const auto rows = rows_with_class(*classes, fold.train.list());
    SF_ASSIGN(const TrainingValues values,
              training_values(corpus, {model.document_weight, by_column ? study.group : ""}, rows));
    if (by_column)
      SF_TRY(check_given_groups(fmt::format("model \"{}\"", model.name),
                                {.documents = {&corpus, rows}, .groups = values.groups}));
  }
  return {};
}

// Returns the models that need validation documents where no fold has any, or weights or groups that some
// document lacks.
std::vector<std::string> lacking(const StudySpec& study, const Corpus& corpus, const Split& split,
                                 const PlannedCondition& planned) {
  std::vector<std::string> found;
  if (!study.the_task().traits().has_target) return found;
  for (const auto& model : study.models) {
    const auto entry = study_catalogs().classifiers->find(model.model.name);
    if (!entry) continue;
    const ClassifierTraits& traits = (*entry)->traits;
    const bool plants = study.condition(planned.condition).shortcut.has_value();
    if (const auto fine = columns_suffice(study, model, traits, corpus, split, plants); !fine)
      found.push_back(fine.error().message);
    if (planned.validation_documents == 0 && traits.needs_validation &&
        traits.needs_validation(model.model.options))
      found.push_back(fmt::format(
          "model \"{}\" needs validation documents with these options, and no fold has any (the option "
          "validation of the split takes some)",
          model.name));
  }
  return found;
}

// Plants the shortcut of the condition, if it has one. A failure is recorded as the reason why its cells
// would fail.
Status plant(const StudySpec& study, const Corpus& corpus, const Split& split,
             const std::string& study_folder, Sink& sink, PlannedCondition& planned) {
  const ConditionSpec& condition = study.condition(planned.condition);
  if (!condition.shortcut) return {};
  SF_ASSIGN(const Column* classes, corpus.require(study.target));
  auto planted = planted_draw(corpus, split, *classes, condition, study_catalogs(), study_folder,
                              planned.seed, available_threads(), sink);
  if (planted) {
    planned.planted = std::move(*planted);
    planned.classes = classes->names;
  } else {
    planned.reason = planted.error().message;
  }
  return {};
}

// Returns the smallest AUC of a verifier that the reference of each corpus could show.
std::vector<LeastAuc> power_of(const StudyDesign& design) {
  std::vector<LeastAuc> power;
  if (design.classifies) return power;
  for (const auto& corpus : design.corpora)
    for (const auto& condition : corpus.conditions) {
      if (!condition.reference || condition.draws.empty()) continue;
      // Draws of several seeds use the same documents: they are no more evidence than one.
      LeastAuc counts{corpus.name, condition.name, UINT64_MAX, UINT64_MAX, UINT32_MAX};
      for (const auto& draw : condition.draws) {
        counts.same = std::min<uint64_t>(counts.same, draw.test.same);
        counts.different = std::min<uint64_t>(counts.different, draw.test.different);
        counts.authors = std::min(counts.authors, draw.test_authors);
      }
      power.push_back(least_auc(std::move(counts)));
    }
  return power;
}

// Keeps the parts of a draw that the estimate needs: the sizes of its folds, its pairs, and all of it if it
// is the first of its sort.
void keep(const StudySpec& study, const Unit& unit, DrawnCondition drawn, CorpusToEstimate& to) {
  DrawnSizes& sizes = to.splits.emplace_back();
  sizes.unit = unit;
  for (size_t fold = 0; fold < drawn.split.folds.size(); ++fold)
    sizes.items.push_back(items_of_fold(drawn, fold));
  for (const auto& fold : drawn.split.folds)
    sizes.documents += fold.train.size() + fold.validation.size() + fold.test.size();
  for (const auto& fold : drawn.pairs)
    sizes.pairs += fold.train.size() + fold.validation.size() + fold.test.size();
  if (study.the_task().traits().draws_pairs) add_pairs_once({drawn.pairs, drawn.sides}, to.pairs);
  const bool planted = study.condition(unit.condition).shortcut.has_value();
  auto& kept = planted ? to.planted : to.plain;
  if (kept || drawn.split.folds.empty()) return;
  (planted ? to.planted_unit : to.plain_unit) = unit;
  kept = std::move(drawn);
}

}  // namespace

Result<DryRun> dry_run(const RunOptions& options) {
  std::string text;
  SF_ASSIGN(StudySpec study, read_study(options, text));
  return dry_run(std::move(study), study_folder_of(options), options);
}

Result<DryRun> dry_run(StudySpec study, const std::string& study_folder, const RunOptions& options) {
  DryRun plan;
  plan.study = std::move(study);
  for (const auto& predictions : plan.study.predictions) {
    SF_ASSIGN(const std::string folder, predictions_path(predictions, study_folder));
    SF_ASSIGN(const AnswerFiles found, answer_files(folder));
    plan.predictions.push_back({predictions.name, folder, found.places.size()});
  }
  SF_ASSIGN(auto auxiliaries, AuxiliariesReady::read(plan.study, study_folder));
  SF_TRY(word_lists_ready(plan.study, study_folder, study_catalogs()));
  plan.auxiliaries = auxiliaries.files();
  uint64_t steps = 0;
  for (const auto& condition : plan.study.conditions)
    steps += plan.study.seeds.size() *
             (condition.corpora.empty() ? plan.study.corpora.size() : condition.corpora.size());
  uint64_t step = 0;
  const bool controls = std::any_of(plan.study.conditions.begin(), plan.study.conditions.end(),
                                    [](const auto& condition) { return !condition.control_of.empty(); });
  std::vector<DesignFile> designs;
  ColumnsReady columns(plan.study, study_catalogs());
  std::optional<Estimator> estimator;
  const int workers = std::min(options.jobs > 0 ? options.jobs : available_threads(), available_threads());
  if (options.estimate > 0)
    estimator.emplace(plan.study, study_catalogs(), study_folder, workers,
                      options.estimate / static_cast<double>(plan.study.corpora.size()), options.interrupted);
  for (const auto& spec : plan.study.corpora) {
    ReadReport report;
    const double before_reading = processor_seconds();
    SF_ASSIGN(const Corpus corpus,
              read_study_corpus(plan.study, spec, study_folder, nullptr, *options.sink, &report));
    CorpusToEstimate to_estimate{.name = spec.name, .corpus = corpus};
    to_estimate.read_seconds = processor_seconds() - before_reading;
    SF_TRY(columns.check(spec, corpus, report));
    SF_TRY(classes_ready(plan.study, spec, corpus, *options.sink));
    SF_TRY(labels_ready(plan.study, corpus, study_folder, study_catalogs()));
    auxiliaries.look_at(spec.name, corpus);
    plan.corpora.push_back(corpus_facts(spec.name, corpus));
    const MeasuredCorpus measured = measured_corpus(plan.study, spec, study_folder, corpus);
    if (controls) designs.push_back({spec.name, "", {}, tradable(corpus, measured.blocks)});
    // Units of one corpus need no units of another.
    const std::vector<CorpusFacts> of_this = {plan.corpora.back()};
    Plan units(plan.study, study_catalogs(), of_this);
    SF_TRY(units.begin());
    DrawingInMemory drawing(corpus, study_folder, study_catalogs(), available_threads(), *options.sink);
    for (const auto& unit : units.splits_of(spec.name)) {
      options.sink->progress("drawing splits", step++, steps);
      if (options.interrupted && options.interrupted()) return fail(ErrorKind::interrupted, "interrupted");
      PlannedCondition planned;
      planned.corpus = unit.corpus;
      planned.condition = unit.condition;
      planned.seed = unit.seed;
      SF_ASSIGN(planned.skipped,
                reason_to_skip(corpus, plan.study.condition(unit.condition), unit, study_catalogs()));
      if (!planned.skipped.empty()) {
        to_estimate.splits.push_back({unit, {}, true, 0, 0});
        SF_TRY(units.settle(unit.key, {}));
        plan.conditions.push_back(std::move(planned));
        continue;
      }
      const double before_drawing = processor_seconds();
      auto drawn = drawing.draw(plan.study, unit);
      to_estimate.draw_seconds += processor_seconds() - before_drawing;
      if (drawn) {
        designs.push_back(
            {unit.corpus,
             unit.condition,
             measure_drawn(corpus, drawn->sample, drawn->split, drawn->pairs, plan.study.target, measured,
                           needed_columns(plan.study, plan.study.condition(unit.condition))),
             {}});
        count(*drawn, planned);
        planned.lacking = lacking(plan.study, corpus, drawn->split, planned);
        SF_TRY(plant(plan.study, corpus, drawn->split, study_folder, *options.sink, planned));
        if (estimator) keep(plan.study, unit, std::move(*drawn), to_estimate);
      } else {
        planned.reason = drawn.error().message;
      }
      SF_TRY(units.settle(unit.key, {planned.folds}));
      plan.conditions.push_back(std::move(planned));
    }
    const auto all = units.units();
    for (const auto& unit : all)
      if (unit.left_out) ++to_estimate.nested[unit.model];
    if (estimator) {
      options.sink->progress("trying what a run takes", 0, 0);
      estimator->add(to_estimate, all);
    }
    plan.units += all.size();
    for (const auto& unit : all)
      if (unit.kind->examines()) ++(unit.left_out ? plan.nested_cells : plan.cells);
    plan.analyses += static_cast<uint64_t>(std::count_if(
        all.begin(), all.end(), [](const Unit& unit) { return unit.kind == &analysis_kind(); }));
  }
  SF_TRY(columns.finish());
  SF_TRY(auxiliaries.finish(*options.sink));
  SF_TRY(
      resources_here(options.memory, most_memory(plan.study, study_catalogs(), plan.corpora, study_folder)));
  SF_ASSIGN(const auto devices, devices_here(options.devices));
  if (!options.prepare_only) SF_TRY(devices_suffice(plan.study, devices.size()));
  options.sink->progress("drawing splits", steps, steps);
  StudyDesign design = outline(plan.study, plan.corpora);
  for (const auto& drawn : designs) add_draw(design, drawn);
  plan.power = power_of(design);
  std::vector<PlantedCondition> planted;
  for (const auto& one : plan.conditions)
    if (one.planted) add_planted(planted, one.corpus, one.condition, one.classes, *one.planted);
  if (estimator) plan.estimate = estimator->finish();
  SF_ASSIGN(plan.warnings, judged(design, plan.study, planted, options.ignore, plan.ignored));
  return plan;
}

}  // namespace standfast
