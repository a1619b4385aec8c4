#include "standfast/result/run/cell_index.h"

namespace standfast::result {

CellIndex::CellIndex(const RunRecords& run)
    : conditions_(run.conditions.size()),
      models_(run.models.size()),
      folds_(run.corpora.size() * conditions_ * models_) {
  const Places corpora(run.corpora), conditions(run.conditions), models(run.models);
  for (const auto& cell : run.cells) {
    if (!cell.ok) continue;
    const size_t corpus = corpora.of(cell.corpus), condition = conditions.of(cell.condition),
                 model = models.of(cell.model);
    if (corpus == Places::kNowhere || condition == Places::kNowhere || model == Places::kNowhere) continue;
    folds_[(corpus * conditions_ + condition) * models_ + model].push_back(&cell);
  }
}

}  // namespace standfast::result
