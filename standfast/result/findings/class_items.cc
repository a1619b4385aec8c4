#include "standfast/result/findings/class_items.h"

#include <algorithm>
#include <utility>

#include "standfast/result/run/answer_store.h"

namespace standfast::result {

std::vector<uint8_t> PooledItems::right() const {
  std::vector<uint8_t> right(size());
  for (size_t i = 0; i < size(); ++i) right[i] = predicted[i] == truth[i] ? 1 : 0;
  return right;
}

PooledItems pooled_items(const RunRecords& run, size_t corpus, size_t condition, size_t model) {
  return pooled_items(run, corpus, CellIndex(run).folds(corpus, condition, model));
}

PooledItems pooled_items(const RunRecords& run, size_t corpus, const Folds& folds) {
  PooledItems pooled;
  pooled.classes = run.corpora[corpus].classes.size();
  size_t items = 0;
  for (const CellRecord* cell : folds) items += answer_count(*cell);
  ClassPredictions all;
  for (auto* column :
       {&all.document, &all.truth, &all.author, &all.topic, &pooled.seed, &pooled.trade, &pooled.cell})
    column->reserve(items);
  all.probabilities.reserve(items * pooled.classes);
  for (const CellRecord* cell : folds) {
    const size_t n = answer_count(*cell), cues = all.cue.size();
    append_class_answers(*cell, all);
    pooled.probabilistic = pooled.probabilistic && cell->probabilistic;
    if (cell->shortcut)
      for (size_t i = cues; i < all.cue.size(); ++i)
        pooled.suggested.push_back(all.cue[i] == kNoCue ? kNoCode : cell->shortcut->suggests[all.cue[i]]);
    const auto seed = std::find(run.seeds.begin(), run.seeds.end(), cell->seed) - run.seeds.begin();
    pooled.seed.insert(pooled.seed.end(), n, static_cast<uint32_t>(seed));
    pooled.trade.insert(pooled.trade.end(), n, cell->trade);
    pooled.cell.insert(pooled.cell.end(), n, pooled.cells++);
  }
  pooled.document = std::move(all.document);
  pooled.truth = std::move(all.truth);
  pooled.author = std::move(all.author);
  pooled.topic = std::move(all.topic);
  pooled.probabilities = std::move(all.probabilities);
  pooled.cross_half = std::move(all.cross_half);
  pooled.group = std::move(all.group);
  pooled.cue = std::move(all.cue);
  pooled.predicted.resize(pooled.size());
  const ClassItems rows = pooled.items();
  for (size_t i = 0; i < pooled.size(); ++i) pooled.predicted[i] = predicted_class(rows.row(i));
  return pooled;
}

ItemUnits units_of(const CorpusInfo& corpus, uint32_t document, uint32_t author, uint32_t topic) {
  if (author == kNoCode && topic == kNoCode) author = corpus.tested_authors + document;
  return {{author, kNoUnit}, {topic, kNoUnit}};
}

std::vector<ItemUnits> item_units(const RunRecords& run, size_t corpus, const PooledItems& items) {
  std::vector<ItemUnits> units;
  units.reserve(items.size());
  for (size_t i = 0; i < items.size(); ++i)
    units.push_back(units_of(run.corpora[corpus], items.document[i], items.author[i], items.topic[i]));
  return units;
}

bool classes_are_authors(const PooledItems& items) {
  std::vector<uint32_t> author_of(items.classes, kNoCode);
  for (size_t i = 0; i < items.size(); ++i) {
    uint32_t& known = author_of[items.truth[i]];
    if (items.author[i] == kNoCode || (known != kNoCode && known != items.author[i])) return false;
    known = items.author[i];
  }
  return true;
}

PooledItems chosen_items(const PooledItems& items, const std::vector<uint32_t>& places) {
  PooledItems some;
  some.classes = items.classes;
  some.probabilistic = items.probabilistic;
  some.cells = items.cells;
  for (const auto& [to, from] : {std::pair{&some.document, &items.document},
                                 {&some.truth, &items.truth},
                                 {&some.predicted, &items.predicted},
                                 {&some.author, &items.author},
                                 {&some.topic, &items.topic},
                                 {&some.seed, &items.seed},
                                 {&some.trade, &items.trade},
                                 {&some.cell, &items.cell},
                                 {&some.group, &items.group},
                                 {&some.suggested, &items.suggested}})
    for (const uint32_t i : places)
      if (!from->empty()) to->push_back((*from)[i]);
  for (const uint32_t i : places) {
    if (!items.cue.empty()) some.cue.push_back(items.cue[i]);
    const auto row = items.items().row(i);
    some.probabilities.insert(some.probabilities.end(), row.begin(), row.end());
  }
  return some;
}

PooledItems first_answers(const PooledItems& items, uint32_t documents) {
  std::vector<bool> seen(documents, false);
  std::vector<uint32_t> first;
  for (uint32_t i = 0; i < items.size(); ++i) {
    if (seen[items.document[i]]) continue;
    seen[items.document[i]] = true;
    first.push_back(i);
  }
  return chosen_items(items, first);
}

}  // namespace standfast::result
