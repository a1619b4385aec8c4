#include "standfast/study/task/classification.h"

#include <algorithm>
#include <filesystem>
#include <numeric>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/corpus/weight_column.h"
#include "standfast/metric/classes/classification_profile.h"
#include "standfast/split/file/splits_file.h"
#include "standfast/split/topic_confusion.h"
#include "standfast/study/experiment/work.h"
#include "standfast/study/plan/unit_key.h"
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

// One line a test document: what it is, what was answered. Probabilities stand in the order of the record's
// "classes".
Status write_predictions(const std::string& path, const Corpus& corpus, const Column& classes,
                         const std::optional<Column>& topic, const Fold& fold, const ClassAnswers& answers,
                         const TrainedTopics* halves) {
  const std::vector<uint32_t> rows = fold.test.list();
  SF_ASSIGN(auto file, OutputFile::create(path));
  std::string lines;
  for (size_t i = 0; i < rows.size(); ++i) {
    const uint32_t row = rows[i], predicted = predicted_class(answers.probabilities.row(i));
    lines +=
        fmt::format(R"({{"id": {}, "truth": {}, "predicted": {}, "author": {}, "topic": {}, )",
                    json_text(corpus.id(row)), json_text(classes.names[answers.truth[i]]),
                    predicted == kNoAnswer ? "null" : json_text(classes.names[predicted]),
                    json_text(corpus.value(Role::author, row)),
                    json_text(topic && topic->codes[row] != kMissing ? topic->names[topic->codes[row]] : ""));
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

// Names of the files of a folder, ascending.
std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (std::filesystem::directory_iterator it(folder, ignored), end; !ignored && it != end;
       it.increment(ignored))
    names.push_back(it->path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

Result<MadeUnit> fit_on_all(Workshop& shop, const Unit& unit, int threads, Sink& sink) {
  SF_ASSIGN(const Corpus* corpus, shop.corpus(unit.corpus));
  SF_ASSIGN(const Column* classes, corpus->require(shop.study().target));
  std::vector<uint32_t> rows, codes;
  for (uint32_t row = 0; row < corpus->size(); ++row) {
    if (classes->codes[row] == kMissing) continue;
    rows.push_back(row);
    codes.push_back(classes->codes[row]);
  }
  const ModelSpec& model = shop.study().model(unit.model);
  SF_ASSIGN(const auto* entry, shop.catalogs().classifiers->find(model.model.name));
  SF_ASSIGN(const Options options, shop.model_options(model));
  SF_ASSIGN(const auto classifier, entry->make(options));
  ClassifierContext context;
  context.threads = threads;
  context.sink = &sink;
  std::vector<double> weights;
  if (!model.document_weight.empty()) {
    SF_ASSIGN(weights, weights_of(*corpus, model.document_weight, rows));
  }
  SF_TRY(classifier->fit(
      {.documents = {corpus, rows}, .classes = codes, .names = classes->names, .weights = weights}, context));
  const std::string saved = shop.folder().artifact(unit.key, "model");
  SF_TRY(save_classifier(saved, model.model.name, model.model.options, *classifier,
                         {std::string(role_name(shop.study().target)), classes->names}));
  MadeUnit made;
  for (const auto& name : files_in(saved)) shop.place(unit, "model/" + name, made);
  made.marker = artifact_head(unit);
  made.marker.update({{"corpus", unit.corpus},
                      {"model", model.model.name},
                      {"documents", rows.size()},
                      {"facts", classifier->facts()}});
  return made;
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
  SF_ASSIGN(const ClassAnswers answers, class_answers(*corpus, fold, *classes, unit.fold, unit.seed,
                                                      *classifier, context, unit.fit, model.document_weight));
  SF_ASSIGN(const ClassificationProfile* profile, find_classification_profile(shop.study().profile));
  const ClassItems items{classes->names.size(), answers.truth, answers.probabilities.data,
                         entry->traits.probabilities};
  const ClassificationScores scores = evaluate(*profile, items);
  MadeUnit made;
  Json& json = made.marker;
  json = record_head(unit, shop.study());
  json["n_train"] = answers.train_documents;
  json["n_validation"] = fold.validation.size();
  json["n_test"] = fold.test.size();
  if (const uint64_t none = tally(items).unanswered(); none > 0) json["n_unanswered"] = none;
  if (!fold.aside.empty()) json["n_aside"] = fold.aside.size();
  json["classes"] = classes->names;
  json["classes_train"] = answers.train_classes;
  json["profile"] = profile->name;
  json["probabilities"] = entry->traits.probabilities;
  json["scores"] = Json::array();
  for (size_t i = 0; i < profile->metrics.size(); ++i) {
    const auto& value = scores.values[i];
    json["scores"].push_back({{"metric", profile->metrics[i]},
                              {"value", value ? Json(*value) : Json(nullptr)},
                              {"n_used", value ? scores.n : 0},
                              {"n_total", scores.n}});
  }
  json["facts"] = classifier->facts();
  if (json["facts"].is_null()) json["facts"] = Json::object();
  json["facts"].erase("telling");  // words of texts: they stay in model folders, records hold no text
  // Which half of the authors an answer is of, where there are halves.
  std::optional<TrainedTopics> halves;
  const auto splitter = shop.catalogs().splitters->find(split->method);
  if (splitter && (*splitter)->traits.outcomes && topics && shop.study().target == Role::author)
    halves.emplace(fold, *classes, *topics);
  SF_TRY(write_predictions(shop.place(unit, "predictions.jsonl.gz", made), *corpus, *classes, topics, fold,
                           answers, halves ? &*halves : nullptr));
  return made;
}

// The same of a classifier: its fit on all documents.
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
