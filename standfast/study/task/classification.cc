#include "standfast/study/task/classification.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/metric/classes/classification_profile.h"
#include "standfast/split/file/splits_file.h"
#include "standfast/split/topic_confusion.h"
#include "standfast/study/experiment/fitted_classifier.h"
#include "standfast/study/experiment/work.h"
#include "standfast/study/plan/unit_key.h"
#include "standfast/study/record/cell_file.h"
#include "standfast/study/record/class_answers.h"
#include "standfast/study/task/catalog_task.h"
#include "standfast/study/unit/kinds.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

std::string json_text(std::string_view text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

const char* outcome_name(ConfusionOutcome outcome) {
  switch (outcome) {
    case ConfusionOutcome::correct:
      return "correct";
    case ConfusionOutcome::same_half:
      return "same-half";
    case ConfusionOutcome::cross_half:
      return "cross-half";
  }
  return "";
}

// One line for each test document: its facts and the answer to it. Probabilities are in the order of the
// record's "classes". group: the column of the study's group; null for none.
Status write_predictions(const std::string& path, const Corpus& corpus, const Column& classes,
                         const std::optional<Column>& topic, const Column* group, const ClassExam& answers,
                         const TrainedTopics* halves) {
  const std::vector<uint32_t>& rows = answers.rows;
  const std::string side = json_text(answers.side);
  SF_ASSIGN(auto file, OutputFile::create(path));
  std::string lines;
  for (size_t i = 0; i < rows.size(); ++i) {
    const uint32_t row = rows[i], predicted = predicted_class(answers.probabilities.row(i));
    lines +=
        fmt::format(R"({{"id": {}, "side": {}, "truth": {}, "predicted": {}, "author": {}, "topic": {}, )",
                    json_text(corpus.id(row)), side, json_text(classes.names[answers.truth[i]]),
                    predicted == kNoAnswer ? "null" : json_text(classes.names[predicted]),
                    json_text(corpus.value(Role::author, row)),
                    json_text(topic && topic->codes[row] != kMissing ? topic->names[topic->codes[row]] : ""));
    if (group != nullptr && group->codes[row] != kMissing)
      lines += fmt::format(R"("group": {}, )", json_text(group->names[group->codes[row]]));
    if (halves != nullptr)
      lines +=
          fmt::format(R"("outcome": "{}", )",
                      predicted == kNoAnswer
                          ? "no-answer"
                          : outcome_name(halves->outcome(answers.truth[i], predicted, topic->codes[row])));
    lines += R"("probabilities": [)";
    for (const double p : answers.probabilities.row(i)) lines += fmt::format("{}, ", p);
    lines.resize(lines.size() - 2);
    lines += "]}\n";
    if (lines.size() < (size_t{1} << 16)) continue;
    SF_TRY(file.write(lines));
    lines.clear();
  }
  SF_TRY(file.write(lines));
  return file.commit();
}

Result<MadeUnit> fit_on_all(Workshop& shop, const Unit& unit, int threads, Sink& sink) {
  SF_ASSIGN(const Corpus* corpus, shop.corpus(unit.corpus));
  SF_ASSIGN(const Column* classes, corpus->require(shop.study().target));
  const std::vector<uint32_t> rows = rows_with_class(*classes, whole_corpus(*corpus).rows);
  const ModelSpec& model = shop.study().model(unit.model);
  SF_ASSIGN(const Options options, shop.model_options(model));
  ClassifierContext context;
  context.threads = threads;
  context.sink = &sink;
  SF_ASSIGN(const auto classifier,
            fit_classifier(*corpus, *classes, rows, shop.catalogs(), model.model.name, options, context,
                           {model.document_weight, shop.study().group}));
  return save_fit(shop, unit, model.model, *classifier, *classes, rows.size());
}

Result<MadeUnit> cell_of_documents(Workshop& shop, const Unit& unit, int threads, Sink& sink) {
  SF_ASSIGN(const Corpus* corpus, shop.corpus(unit.corpus));
  SF_ASSIGN(const Split* split, shop.folds(unit, *corpus));
  const Fold empty;
  const Fold& fold = unit.fold < split->folds.size() ? split->folds[unit.fold] : empty;
  SF_ASSIGN(const Column* classes, corpus->require(shop.study().target));
  SF_ASSIGN(const auto topics, shop.topics(unit, *corpus));
  const ModelSpec& model = shop.study().model(unit.model);
  SF_ASSIGN(const auto* entry, shop.catalogs().classifiers->find(model.model.name));
  SF_ASSIGN(const Options options, shop.model_options(model));
  SF_ASSIGN(const auto classifier, entry->make(options));
  ClassifierContext context;
  context.threads = threads;
  context.sink = &sink;
  SF_ASSIGN(context.start, shop.start(unit.need(start_kind())));
  SF_ASSIGN(
      const ClassExams exams,
      examine_documents(*corpus, fold, corpus->kept_apart(), *classes, unit.fold, unit.seed, *classifier,
                        entry->traits, context, unit.fit, {model.document_weight, shop.study().group}));
  SF_ASSIGN(const ClassificationProfile* profile, find_classification_profile(shop.study().profile));
  // Which half of the authors an answer belongs to, if there are halves. They are halves of the fold.
  std::optional<TrainedTopics> halves;
  const auto splitter = shop.catalogs().splitters->find(split->method);
  if (splitter && (*splitter)->traits.outcomes && topics && shop.study().target == Role::author)
    halves.emplace(fold, *classes, *topics);

  MadeUnit made;
  CellFile cell = cell_file(unit, shop.study());
  cell.fold_counts = {{"train", exams.train_documents},
                      {"validation", fold.validation.size()},
                      {"train_classes", exams.train_classes}};
  if (!fold.aside.empty()) cell.fold_counts["aside"] = fold.aside.size();
  cell.classes = classes->names;
  cell.probabilities = entry->traits.probabilities;
  for (const auto& exam : exams.sides) {
    const ClassItems items{classes->names.size(), exam.truth, exam.probabilities.data, cell.probabilities};
    const ClassificationScores scores = evaluate(*profile, items);
    CellSide side{exam.side, predictions_name(exam.side), exam.rows.size(), {}, {}};
    if (const uint64_t none = tally(items).unanswered(); none > 0) side.counts["unanswered"] = none;
    side.scores = cell_scores(profile->metrics, scores.values, scores.n);
    const bool of_halves = halves && exam.side == kTestSide;
    SF_TRY(write_predictions(shop.place(unit, side.predictions, made), *corpus, *classes, topics,
                             corpus->named_column(shop.study().group), exam, of_halves ? &*halves : nullptr));
    cell.sides.push_back(std::move(side));
  }
  cell.facts = classifier->facts();
  if (cell.facts.is_null()) cell.facts = Json::object();
  cell.facts.erase("telling");  // words of texts: they stay in model folders; records hold no text
  made.marker = to_json(cell);
  return made;
}

// What the cells of a classifier share: its fit on all documents. Nothing if it does not start from one.
Result<std::optional<Unit>> start_unit(const SharedBy& by) {
  const auto& [study, model, catalogs, corpus, splits, facts] = by;
  SF_ASSIGN(const auto* entry, catalogs.classifiers->find(model.model.name));
  if (!entry->traits.starts) return std::nullopt;
  Unit unit;
  unit.kind = &start_kind();
  unit.corpus = corpus.name;
  unit.model = model.name;
  Json fields = key_fields(unit.kind->name(), corpus);
  fields["target"] = role_name(study.target);
  add_model(fields, model, corpus);
  if (!study.group.empty()) fields["group"] = column_fields(corpus, study.group);
  unit.key = key_of(fields);
  return unit;
}

class Classification final : public CatalogTask<ClassifierCatalog, &StudyCatalogs::classifiers> {
 public:
  const char* name() const override { return "classification"; }
  const char* item() const override { return "document"; }
  TaskTraits traits() const override { return {.has_target = true, .controls_are_baselines = true}; }

  const std::vector<std::string>& profiles(const StudyCatalogs& catalogs) const override {
    return catalogs.class_profiles;
  }
  std::string default_profile(const StudyCatalogs& catalogs) const override {
    return catalogs.class_profiles.front();
  }
  Result<TaskProfile> profile(std::string_view name) const override { return class_profile(name); }

  const UnitKind* shared_kind() const override { return &start_kind(); }
  Result<std::optional<Unit>> shared_unit(const SharedBy& by) const override { return start_unit(by); }
  Result<MadeUnit> do_shared(Workshop& shop, const Unit& unit, int threads, Sink& sink) const override {
    return fit_on_all(shop, unit, threads, sink);
  }
  Result<MadeUnit> do_cell(Workshop& shop, const Unit& unit, int threads, Sink& sink) const override {
    return cell_of_documents(shop, unit, threads, sink);
  }
};

}  // namespace

const Task& classification_task() {
  static const Classification task;
  return task;
}

}  // namespace standfast
