#include "standfast/result/findings/class_data.h"

#include <algorithm>
#include <map>
#include <set>

#include "standfast/result/findings/copied_share.h"

namespace standfast::result {
namespace {

uint64_t distinct(const std::vector<uint32_t>& codes) {
  std::set<uint32_t> seen(codes.begin(), codes.end());
  seen.erase(kNoCode);
  return seen.size();
}

double majority_share(const PooledItems& items) {
  std::map<uint32_t, std::vector<uint64_t>> counts;
  for (size_t i = 0; i < items.size(); ++i) {
    auto& of_cell = counts[items.cell[i]];
    of_cell.resize(items.classes);
    ++of_cell[items.truth[i]];
  }
  uint64_t majority = 0;
  for (const auto& [cell, count] : counts) majority += *std::max_element(count.begin(), count.end());
  return static_cast<double>(majority) / static_cast<double>(items.size());
}

}  // namespace

size_t most_finished_model(const RunRecords& run, const CellIndex& index, size_t corpus, size_t condition) {
  size_t best = 0;
  for (size_t m = 1; m < run.models.size(); ++m)
    if (index.folds(corpus, condition, m).size() > index.folds(corpus, condition, best).size()) best = m;
  return best;
}

ClassData class_data(const RunRecords& run, const CellIndex& index, size_t corpus, size_t condition,
                     const PooledItems& items) {
  ClassData data;
  data.condition = condition;
  // The first cell of each fold, whatever model finished it.
  std::vector<const CellRecord*> cells;
  for (size_t m = 0; m < run.models.size(); ++m) {
    const Folds& folds = index.folds(corpus, condition, m);
    cells.insert(cells.end(), folds.begin(), folds.end());
  }
  std::set<std::pair<uint64_t, uint32_t>> seen;
  for (const CellRecord* cell : cells) {
    if (!seen.insert({cell->seed, cell->fold}).second) continue;
    ++data.folds;
    data.train += static_cast<double>(cell->n_train);
    data.test += static_cast<double>(cell->n_test);
    data.train_classes += static_cast<double>(cell->train_classes);
  }
  for (double* sum : {&data.train, &data.test, &data.train_classes}) *sum /= static_cast<double>(data.folds);
  data.tested_topics = distinct(items.topic);
  data.tested_documents = distinct(items.document);
  data.majority = majority_share(items);
  data.copied = copied_share(run, corpus, condition);
  return data;
}

std::vector<ClassData> class_data(const RunRecords& run, size_t corpus) {
  std::vector<ClassData> all;
  if (run.models.empty()) return all;
  const CellIndex index(run);
  for (size_t c = 0; c < run.conditions.size(); ++c) {
    const size_t model = most_finished_model(run, index, corpus, c);
    const PooledItems items = pooled_items(run, corpus, index.folds(corpus, c, model));
    if (items.size() > 0) all.push_back(class_data(run, index, corpus, c, items));
  }
  return all;
}

}  // namespace standfast::result
