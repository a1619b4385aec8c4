#include "standfast/study/experiment/fitted_classifier.h"

#include <algorithm>
#include <filesystem>

#include "standfast/base/json.h"
#include "standfast/model/saved/saved_models.h"

namespace standfast {
namespace {

// Names of the files in a folder, ascending.
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

Result<std::unique_ptr<Classifier>> fit_classifier(const Corpus& corpus, const Column& classes,
                                                   std::span<const uint32_t> rows,
                                                   const StudyCatalogs& catalogs, const std::string& name,
                                                   const Options& options, const ClassifierContext& context,
                                                   const TrainingColumns& columns) {
  SF_ASSIGN(const auto* entry, catalogs.classifiers->find(name));
  SF_ASSIGN(auto classifier, entry->make(options));
  std::vector<uint32_t> codes;
  codes.reserve(rows.size());
  for (const uint32_t row : rows) codes.push_back(classes.codes[row]);
  SF_ASSIGN(const TrainingValues values, training_values(corpus, columns, rows));
  SF_TRY(classifier->fit({.documents = {&corpus, rows},
                          .classes = codes,
                          .names = classes.names,
                          .weights = values.weights,
                          .groups = values.groups,
                          .group_names = values.group_names},
                         context));
  return classifier;
}

Result<StartFit> fit_for_start(const Corpus& corpus, const StudySpec& study, const ModelSpec& model,
                               const Options& options, const StudyCatalogs& catalogs, int threads,
                               Sink& sink) {
  StartFit fit;
  SF_ASSIGN(fit.classes, corpus.require(study.target));
  const std::vector<uint32_t> rows = rows_with_class(*fit.classes, whole_corpus(corpus).rows);
  fit.documents = rows.size();
  ClassifierContext context;
  context.threads = threads;
  context.sink = &sink;
  SF_ASSIGN(fit.classifier, fit_classifier(corpus, *fit.classes, rows, catalogs, model.model.name, options,
                                           context, {model.document_weight, study.group}));
  return fit;
}

Result<MadeUnit> save_fit(Workshop& shop, const Unit& unit, const ComponentSpec& model,
                          const Classifier& classifier, const Column& classes, size_t documents) {
  const std::string saved = shop.folder().artifact(unit.key, "model");
  // What stands there is damaged. A folder without its model.json would be taken for a user's.
  std::error_code ignored;
  std::filesystem::remove_all(saved, ignored);
  SF_TRY(save_classifier(saved, model.name, model.options, classifier,
                         {std::string(role_name(shop.study().target)), classes.names}));
  MadeUnit made;
  for (const auto& name : files_in(saved)) shop.place(unit, "model/" + name, made);
  made.marker = artifact_head(unit);
  made.marker.update({{"corpus", unit.corpus},
                      {"model", model.name},
                      {"documents", documents},
                      {"facts", classifier.facts()}});
  return made;
}

}  // namespace standfast
