// A cell on a part of its items: evenly spread rows (or pairs) of the drawn fold, in the same proportion on
// each side.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "standfast/base/memo.h"
#include "standfast/study/cell/cell_store.h"
#include "standfast/study/experiment/draw.h"
#include "standfast/study/experiment/memory_store.h"

namespace standfast {

// Returns the number of items that the cells of a fold read: documents, or pairs including the pairs of the
// sides.
uint64_t items_of_fold(const DrawnCondition& drawn, size_t fold);

class CutStore final : public CellStore {
 public:
  // Takes a share of the items of fold 0 of the drawn condition. The arguments must outlive this object.
  CutStore(const StudySpec& study, const StudyCatalogs& catalogs, const std::string& study_folder,
           const Corpus& corpus, const DrawnCondition& drawn, double share);

  uint64_t items() const { return items_; }
  // Returns all pairs of the cell, each once.
  std::vector<Pair> all_pairs() const;
  // Returns the cell that is tried: a cell of fold 0.
  Unit cell(const Unit& splits, const std::string& model) const;
  // Makes up features of all its pairs; the cost of making the true features is estimated apart. Does nothing
  // for a model without features.
  Status make_features(const ModelSpec& model);

  const StudySpec& study() const override { return study_; }
  const StudyCatalogs& catalogs() const override { return catalogs_; }
  Result<const Corpus*> corpus_of(const Unit&) override { return &corpus_; }
  Result<const Split*> folds(const Unit&, const Corpus&) override { return &split_; }
  Result<const PlantedSides*> planted(const Unit& cell, const Corpus& corpus, const Fold& fold,
                                      const Column& classes) override;
  Result<const SplitPairs*> pairs(const Unit&, const Corpus&) override { return &pairs_; }
  Result<std::optional<Column>> topics(const Unit&, const Corpus& corpus) override;
  Result<Options> model_options(const ModelSpec& model) const override;
  Result<const PairFeatureTable*> features(const Unit&) override { return features_.get(); }
  Result<const ModelState*> start(const Unit&) override { return nullptr; }

 private:
  const StudySpec& study_;
  const StudyCatalogs& catalogs_;
  const std::string& study_folder_;
  const Corpus& corpus_;
  const DrawnCondition& drawn_;
  Split split_;
  SplitPairs pairs_;
  std::unique_ptr<PairFeaturesInMemory> features_;
  Memo planted_;
  uint64_t items_ = 0;
};

}  // namespace standfast
