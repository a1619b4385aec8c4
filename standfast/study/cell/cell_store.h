// Access to the inputs of a cell, in a run folder (Workshop) or in memory (MemoryStore). A task examines a
// cell (Task::examine) in the same way with either.
#pragma once

#include <optional>

#include "standfast/base/options.h"
#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"
#include "standfast/corpus/fold.h"
#include "standfast/model/saved/model_state.h"
#include "standfast/model/verify/verifier.h"
#include "standfast/study/cell/planted_sides.h"
#include "standfast/study/plan/unit.h"
#include "standfast/study/record/pairs_file.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

class CountedTexts;

// The inputs of cells. A returned pointer is valid until the same function is called for another cell.
class CellStore {
 public:
  virtual ~CellStore() = default;
  virtual const StudySpec& study() const = 0;
  virtual const StudyCatalogs& catalogs() const = 0;
  // Returns the corpus, with the texts that the model of the cell reads.
  virtual Result<const Corpus*> corpus_of(const Unit& cell) = 0;
  virtual Result<const Split*> folds(const Unit& cell, const Corpus& corpus) = 0;
  // Returns the fold of the cell with the shortcut of its condition planted; null if the condition has none.
  // corpus, fold: of the cell.
  virtual Result<const PlantedSides*> planted(const Unit& cell, const Corpus& corpus, const Fold& fold,
                                              const Column& classes) = 0;
  // Returns the pairs of the cell; only for a task that draws pairs.
  virtual Result<const SplitPairs*> pairs(const Unit& cell, const Corpus& corpus) = 0;
  // Returns the topic column after the merging by the sampler of the cell's condition; nullopt if there are
  // no topics.
  virtual Result<std::optional<Column>> topics(const Unit& cell, const Corpus& corpus) = 0;
  // Returns the options of a model, with paths that are ready to be opened.
  virtual Result<Options> model_options(const ModelSpec& model) const = 0;
  // Return the pair features, or the start, that the cells of a model share; null if they share none.
  virtual Result<const PairFeatureTable*> features(const Unit& cell) = 0;
  virtual Result<const ModelState*> start(const Unit& cell) = 0;
  // Returns counts of n-grams that all fits on the corpus share (ClassifierContext::counted); null: each fit
  // counts anew.
  virtual CountedTexts* counted_texts(const Corpus&) { return nullptr; }
  // Returns the folder in which the fit may keep its progress (Work::scratch); "": none.
  virtual std::string scratch_folder(const Unit&) const { return {}; }
};

}  // namespace standfast
