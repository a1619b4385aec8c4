// The fit of a cell's classifier: the texts that it reads, and the model that learned from them. Code that
// needs the fit of a cell gets the model that the cell examined: the same code fits it, from the same seed.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/sink.h"
#include "standfast/corpus/training_set.h"
#include "standfast/study/cell/cell_store.h"
#include "standfast/study/cell/exam.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

// The texts of a cell. The objects that the store returned must outlive it.
struct CellTexts {
  const Corpus* corpus = nullptr;                  // the corpus of the study
  const Split* split = nullptr;                    // the split that the cell's fold belongs to
  const Fold* drawn = nullptr;                     // rows of `corpus`; for a nested cell, without its block
  std::shared_ptr<const Fold> without_block = {};  // owns that fold of a nested cell
  const PlantedSides* planted = nullptr;           // null: the condition plants nothing
  const Column* classes = nullptr;                 // classes of read()

  const Corpus& read() const { return planted != nullptr ? planted->corpus : *corpus; }
  const Fold& fold() const { return planted != nullptr ? planted->fold : *drawn; }
  // Returns the sides other than the test documents; rows of read().
  std::span<const KeptApart> sides() const {
    return planted != nullptr ? planted->sides : corpus->kept_apart();
  }
  // Returns the rows of read() that belong to a side and have a class; none if there is no such side.
  std::vector<uint32_t> rows_of(const std::string& side) const;
  // Returns the row of the same document in `corpus`.
  uint32_t row_of(uint32_t read_row) const { return planted != nullptr ? planted->row[read_row] : read_row; }
};
// Returns the texts of a cell. cell: a cell, or a unit that needs the same splits.
Result<CellTexts> cell_texts(CellStore& store, const Unit& cell);
// Returns the fold as the classifier of a cell learns it. The group of a training document is the value of
// its planted cue, unless the study names another group.
FoldToLearn to_learn(const StudySpec& study, const Unit& cell, const CellTexts& texts);

struct CellClassifier {
  std::unique_ptr<Classifier> classifier;
  const ClassifierTraits* traits = nullptr;
  ClassifierContext context;  // with the start of its cells, if they share one
};
// Returns the model of a cell before its fit.
Result<CellClassifier> cell_classifier(CellStore& store, const Unit& cell, int threads, Sink& sink);
// Returns the model of a cell as it was examined.
Result<CellClassifier> fit_cell(CellStore& store, const Unit& cell, const CellTexts& texts, int threads,
                                Sink& sink);

// Training and validation rows of a corpus for a classifier that is fitted for later use: cells start from
// it, or a space is made from it. Every row has a class.
struct RowsToLearn {
  std::span<const uint32_t> train;
  std::span<const uint32_t> dev = {};  // for validation
};
// Fits a classifier. options: ready for use, with located paths.
Result<std::unique_ptr<Classifier>> fit_classifier(const Corpus& corpus, const Column& classes,
                                                   const RowsToLearn& rows, const StudyCatalogs& catalogs,
                                                   const std::string& name, const Options& options,
                                                   const ClassifierContext& context,
                                                   const TrainingColumns& columns = {});

// The fit of a model on all documents that have a class, from which its cells start.
struct StartFit {
  std::unique_ptr<Classifier> classifier;
  const Column* classes = nullptr;  // classes of the corpus
  size_t documents = 0;             // number of documents that it was fitted on
};
Result<StartFit> fit_for_start(const Corpus& corpus, const StudySpec& study, const ModelSpec& model,
                               const Options& options, const StudyCatalogs& catalogs, int threads,
                               Sink& sink);

}  // namespace standfast
