// A cell on a part of its items: evenly spread rows (or pairs) of the fold that was drawn, one side as much as the other.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "standfast/base/memo.h"
#include "standfast/study/cell/cell_store.h"
#include "standfast/study/experiment/draw.h"
#include "standfast/study/experiment/memory_store.h"

namespace standfast {

// How many items the cells of a fold read: documents, or pairs with those of the sides.
uint64_t items_of_fold(const DrawnCondition& drawn, size_t fold);

class CutStore final : public CellStore {
 public:
  // The arguments must outlive this. Of fold 0 of what was drawn, a share of the items.
  CutStore(const StudySpec& study, const StudyCatalogs& catalogs, const std::string& study_folder,
           const Corpus& corpus, const DrawnCondition& drawn, double share);

  uint64_t items() const { return items_; }
  // All pairs of the cell, each once.
  std::vector<Pair> all_pairs() const;
  // The cell that is tried: of fold 0.
  Unit cell(const Unit& splits, const std::string& model) const;
  // Makes up features of all its pairs: what making the true ones takes is estimated apart. Nothing for a model without.
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
