#include "standfast/result/run/cell_index.h"

#include <set>
#include <tuple>

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

namespace {

std::tuple<uint64_t, uint32_t, uint32_t> key_of(const CellRecord& cell) {
  return {cell.seed, cell.fold, cell.trade};
}

Folds those_in(const Folds& some, const Folds& other) {
  std::set<std::tuple<uint64_t, uint32_t, uint32_t>> keys;
  for (const CellRecord* cell : other) keys.insert(key_of(*cell));
  Folds both;
  for (const CellRecord* cell : some)
    if (keys.contains(key_of(*cell))) both.push_back(cell);
  return both;
}

}  // namespace

std::pair<Folds, Folds> common_folds(const Folds& a, const Folds& b) {
  return {those_in(a, b), those_in(b, a)};
}

bool have_same_folds(const Folds& a, const Folds& b) {
  return a.size() == b.size() && those_in(a, b).size() == a.size();
}

}  // namespace standfast::result
