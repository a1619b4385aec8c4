#include "standfast/study/cell/cell_fit.h"

#include <algorithm>

#include "standfast/study/cell/left_out.h"

namespace standfast {

std::vector<uint32_t> CellTexts::rows_of(const std::string& side) const {
  if (side == kTestSide) return fold().test.list();
  const auto found = std::ranges::find_if(sides(), [&](const auto& one) { return one.side == side; });
  return found == sides().end() ? std::vector<uint32_t>{} : rows_with_class(*classes, found->rows);
}

Result<CellTexts> cell_texts(CellStore& store, const Unit& cell) {
  static const Fold none;
  CellTexts texts;
  SF_ASSIGN(texts.corpus, store.corpus_of(cell));
  SF_ASSIGN(texts.split, store.folds(cell, *texts.corpus));
  texts.drawn = cell.fold < texts.split->folds.size() ? &texts.split->folds[cell.fold] : &none;
  if (cell.left_out) {
    SF_ASSIGN(const auto out, rows_left_out(*texts.corpus, *cell.left_out));
    texts.without_block = std::make_shared<const Fold>(fold_without(*texts.drawn, out));
    texts.drawn = texts.without_block.get();
  }
  SF_ASSIGN(texts.classes, texts.corpus->require(store.study().target));
  SF_ASSIGN(texts.planted, store.planted(cell, *texts.corpus, *texts.drawn, *texts.classes));
  if (texts.planted != nullptr) {
    SF_ASSIGN(texts.classes, texts.planted->corpus.require(store.study().target));
  }
  return texts;
}

FoldToLearn to_learn(const StudySpec& study, const Unit& cell, const CellTexts& texts) {
  const bool by_cue = texts.planted != nullptr && study.group.empty();
  return {texts.read(),
          texts.fold(),
          *texts.classes,
          cell.fold,
          cell.seed,
          cell.fit,
          {study.model(cell.model).document_weight, by_cue ? kCueColumn : study.group}};
}

Result<CellClassifier> cell_classifier(CellStore& store, const Unit& cell, int threads, Sink& sink) {
  const ModelSpec& model = store.study().model(cell.model);
  SF_ASSIGN(const auto* entry, store.catalogs().classifiers->find(model.model.name));
  SF_ASSIGN(const Options options, store.model_options(model));
  CellClassifier made;
  made.traits = &entry->traits;
  SF_ASSIGN(made.classifier, entry->make(options));
  made.context.threads = threads;
  made.context.sink = &sink;
  made.context.scratch = store.scratch_folder(cell);
  SF_ASSIGN(const Corpus* corpus, store.corpus_of(cell));
  made.context.counted = store.counted_texts(*corpus);
  SF_ASSIGN(made.context.start, store.start(cell));
  return made;
}

Result<CellClassifier> fit_cell(CellStore& store, const Unit& cell, const CellTexts& texts, int threads,
                                Sink& sink) {
  SF_ASSIGN(CellClassifier made, cell_classifier(store, cell, threads, sink));
  SF_TRY(fit_on_fold(to_learn(store.study(), cell, texts), *made.classifier, made.context));
  return made;
}

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
