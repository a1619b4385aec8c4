#include "standfast/result/run/cell_index.h"

#include <set>
#include <tuple>

#include <fmt/format.h>

namespace standfast::result {

CellIndex::CellIndex(const RunRecords& run)
    : conditions_(run.conditions.size()),
      models_(run.models.size()),
      folds_(run.corpora.size() * conditions_ * models_),
      lacks_folds_(folds_.size()) {
  const Places corpora(run.corpora), conditions(run.conditions), models(run.models);
  const auto place = [&](const auto& cell) {
    const size_t corpus = corpora.of(cell.corpus), condition = conditions.of(cell.condition),
                 model = models.of(cell.model);
    return corpus == Places::kNowhere || condition == Places::kNowhere || model == Places::kNowhere
               ? Places::kNowhere
               : (corpus * conditions_ + condition) * models_ + model;
  };
  for (const auto& cell : run.cells) {
    const size_t at = place(cell);
    if (at == Places::kNowhere) continue;
    if (cell.ok)
      folds_[at].push_back(&cell);
    else
      lacks_folds_[at] = true;
  }
  for (const auto& cell : run.missing)
    if (const size_t at = place(cell); at != Places::kNowhere) lacks_folds_[at] = true;
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

RunCounts run_counts(const RunRecords& run) {
  RunCounts counts;
  const auto of_test = [](const auto& one) { return one.side == kTestSide; };
  std::set<std::tuple<std::string, std::string, std::string, uint64_t, uint32_t>> missing;
  for (const auto& one : run.missing)  // the condition of a side is called "condition/side"
    missing.emplace(one.corpus, one.condition.substr(0, one.condition.find('/')), one.model, one.seed,
                    one.fold);
  counts.missing = missing.size();
  for (const auto& cell : run.cells) {
    if (!of_test(cell)) continue;
    ++(cell.ok ? counts.cells : counts.failed);
    if (!cell.ok && counts.first_failed.empty())
      counts.first_failed = fmt::format("{} / {} / {} / seed {} / fold {}", cell.corpus, cell.drawn,
                                        cell.model, cell.seed, cell.fold);
  }
  return counts;
}

}  // namespace standfast::result
