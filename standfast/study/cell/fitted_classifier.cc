#include "standfast/study/cell/fitted_classifier.h"

namespace standfast {

Result<std::unique_ptr<Classifier>> fit_classifier(const Corpus& corpus, const Column& classes,
                                                   const RowsToLearn& rows, const StudyCatalogs& catalogs,
                                                   const std::string& name, const Options& options,
                                                   const ClassifierContext& context,
                                                   const TrainingColumns& columns) {
  SF_ASSIGN(const auto* entry, catalogs.classifiers->find(name));
  SF_ASSIGN(auto classifier, entry->make(options));
  const std::vector<uint32_t> codes = classes_of(classes, rows.train),
                              dev_codes = classes_of(classes, rows.dev);
  SF_ASSIGN(const TrainingValues values, training_values(corpus, columns, rows.train));
  SF_ASSIGN(const TrainingValues dev_values, training_values(corpus, {.group = columns.group}, rows.dev));
  SF_TRY(classifier->fit({.documents = {&corpus, rows.train},
                          .classes = codes,
                          .names = classes.names,
                          .weights = values.weights,
                          .groups = values.groups,
                          .group_names = values.group_names,
                          .dev = {&corpus, rows.dev},
                          .dev_classes = dev_codes,
                          .dev_groups = dev_values.groups},
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
  SF_ASSIGN(fit.classifier, fit_classifier(corpus, *fit.classes, {rows}, catalogs, model.model.name, options,
                                           context, {model.document_weight, study.group}));
  return fit;
}

}  // namespace standfast
