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
  SF_ASSIGN(made.context.start, store.start(cell));
  return made;
}

Result<CellClassifier> fit_cell(CellStore& store, const Unit& cell, const CellTexts& texts, int threads,
                                Sink& sink) {
  SF_ASSIGN(CellClassifier made, cell_classifier(store, cell, threads, sink));
  SF_TRY(fit_on_fold(to_learn(store.study(), cell, texts), *made.classifier, made.context));
  return made;
}

}  // namespace standfast
