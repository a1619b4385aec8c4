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
  const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
  for (const CellRecord* cell : folds) {
    const auto answers = class_answers(*cell);
    pooled.probabilistic = pooled.probabilistic && cell->probabilistic;
    append(pooled.document, answers->document);
    append(pooled.truth, answers->truth);
    append(pooled.author, answers->author);
    append(pooled.topic, answers->topic);
    append(pooled.probabilities, answers->probabilities);
    append(pooled.cross_half, answers->cross_half);
    append(pooled.group, answers->group);
    append(pooled.cue, answers->cue);
    if (cell->shortcut)
      for (const uint8_t value : answers->cue)
        pooled.suggested.push_back(value == kNoCue ? kNoCode : cell->shortcut->suggests[value]);
    const auto seed = std::find(run.seeds.begin(), run.seeds.end(), cell->seed) - run.seeds.begin();
    pooled.seed.insert(pooled.seed.end(), answers->size(), static_cast<uint32_t>(seed));
    pooled.trade.insert(pooled.trade.end(), answers->size(), cell->trade);
    pooled.cell.insert(pooled.cell.end(), answers->size(), pooled.cells++);
  }
  pooled.predicted.resize(pooled.size());
  const ClassItems items = pooled.items();
  for (size_t i = 0; i < pooled.size(); ++i) pooled.predicted[i] = predicted_class(items.row(i));
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
