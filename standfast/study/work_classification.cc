// The units of classification: the fit on all documents and the cells of documents.
#include <algorithm>
#include <filesystem>
#include <numeric>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/corpus/weight_column.h"
#include "standfast/metric/classification_profile.h"
#include "standfast/split/splits_file.h"
#include "standfast/split/topic_confusion.h"
#include "standfast/study/class_answers.h"
#include "standfast/study/work.h"

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
                    json_text(classes.names[predicted]), json_text(corpus.value(Role::author, row)),
                    json_text(topic && topic->codes[row] != kMissing ? topic->names[topic->codes[row]] : ""));
    if (halves != nullptr)
      lines += fmt::format(R"("outcome": "{}", )",
                           outcome_name(halves->outcome(answers.truth[i], predicted, topic->codes[row])));
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

}  // namespace

Result<const Split*> Workshop::folds(const Unit& cell, const Corpus& corpus) {
  if (folds_key_ != cell.splits) {
    folds_key_.clear();
    SF_TRY(check_artifact(cell.splits));
    SF_ASSIGN(Splits splits, read_splits(folder_.splits_file(cell), corpus, null_sink()));
    folds_ = std::move(splits.split);
    folds_key_ = cell.splits;
  }
  return &folds_;
}

Result<const ModelState*> Workshop::start(const Unit& cell) {
  if (cell.start.empty()) return nullptr;
  if (start_key_ != cell.start) {
    start_key_.clear();
    SF_TRY(check_artifact(cell.start));
    SF_ASSIGN(const SavedClassifier saved, load_classifier(folder_.artifact(cell.start, "model")));
    SF_ASSIGN(start_, saved.classifier->save());
    start_key_ = cell.start;
  }
  return &start_;
}

Result<Workshop::Made> Workshop::do_start(const Unit& unit, int threads, Sink& sink) {
  SF_ASSIGN(const Corpus* corpus, this->corpus(unit.corpus));
  SF_ASSIGN(const Column* classes, corpus->require(provenance_.study.target));
  std::vector<uint32_t> rows, codes;
  for (uint32_t row = 0; row < corpus->size(); ++row) {
    if (classes->codes[row] == kMissing) continue;
    rows.push_back(row);
    codes.push_back(classes->codes[row]);
  }
  const ModelSpec& model = provenance_.study.model(unit.model);
  SF_ASSIGN(const auto* entry, catalogs_.classifiers->find(model.model.name));
  SF_ASSIGN(const auto classifier, entry->make(model.model.options));
  ClassifierContext context;
  context.threads = threads;
  context.sink = &sink;
  std::vector<double> weights;
  if (!model.document_weight.empty()) {
    SF_ASSIGN(weights, weights_of(*corpus, model.document_weight, rows));
  }
  SF_TRY(classifier->fit(
      {.documents = {corpus, rows}, .classes = codes, .names = classes->names, .weights = weights}, context));
  const std::string saved = folder_.artifact(unit.key, "model");
  SF_TRY(save_classifier(saved, model.model.name, model.model.options, *classifier,
                         {std::string(role_name(provenance_.study.target)), classes->names}));
  Made made;
  for (const auto& name : files_in(saved)) place(unit, "model/" + name, made);
  made.marker = artifact_head(unit);
  made.marker.update({{"corpus", unit.corpus},
                      {"model", model.model.name},
                      {"documents", rows.size()},
                      {"facts", classifier->facts()}});
  return made;
}

Result<Workshop::Made> Workshop::do_classifier_cell(const Unit& unit, int threads, Sink& sink) {
  SF_ASSIGN(const Corpus* corpus, this->corpus(unit.corpus));
  SF_ASSIGN(const Split* split, folds(unit, *corpus));
  const Fold empty;
  const Fold& fold = unit.fold < split->folds.size() ? split->folds[unit.fold] : empty;
  SF_ASSIGN(const Column* classes, corpus->require(provenance_.study.target));
  SF_ASSIGN(const auto topics, this->topics(unit, *corpus));
  const ModelSpec& model = provenance_.study.model(unit.model);
  SF_ASSIGN(const auto* entry, catalogs_.classifiers->find(model.model.name));
  SF_ASSIGN(const auto classifier, entry->make(model.model.options));
  ClassifierContext context;
  context.threads = threads;
  context.sink = &sink;
  SF_ASSIGN(context.start, start(unit));
  SF_ASSIGN(const ClassAnswers answers, class_answers(*corpus, fold, *classes, unit.fold, unit.seed,
                                                      *classifier, context, model.document_weight));
  SF_ASSIGN(const ClassificationProfile* profile, find_classification_profile(provenance_.study.profile));
  const ClassItems items{classes->names.size(), answers.truth, answers.probabilities.data,
                         entry->traits.probabilities};
  const ClassificationScores scores = evaluate(*profile, items);
  Made made;
  Json& json = made.marker;
  json = record_head(unit, provenance_.study);
  json["n_train"] = answers.train_documents;
  json["n_validation"] = fold.validation.size();
  json["n_test"] = fold.test.size();
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
  if (split->method == "topic-confusion" && topics && provenance_.study.target == Role::author)
    halves.emplace(fold, *classes, *topics);
  SF_TRY(write_predictions(place(unit, "predictions.jsonl.gz", made), *corpus, *classes, topics, fold,
                           answers, halves ? &*halves : nullptr));
  return made;
}

}  // namespace standfast
