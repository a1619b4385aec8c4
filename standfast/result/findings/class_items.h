// All that one classifier answered under one condition, as the statistics take it.
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/metric/classes/classification_tally.h"
#include "standfast/metric/stat/shared_units.h"
#include "standfast/result/run/run_reader.h"

namespace standfast::result {

// One row an answer: a document that was tested with several seeds (or in several folds) stands there as
// often.
struct PooledItems {
  size_t classes = 0;
  bool probabilistic = true;
  std::vector<uint32_t> document, truth, predicted, author, topic;  // author, topic: kNoCode for none
  std::vector<uint32_t> seed;                                       // place in RunRecords::seeds
  std::vector<uint32_t> trade;                                      // of a control, else 0
  std::vector<uint32_t> cell;                                       // number of its fold, over all seeds
  std::vector<double> probabilities;                                // rows x classes
  std::vector<uint8_t> cross_half;  // of topic confusion: 1 = an author of the other half; else empty
  uint32_t cells = 0;

  size_t size() const { return truth.size(); }
  ClassItems items() const { return {classes, truth, probabilities, probabilistic}; }
  std::vector<uint8_t> right() const;  // 1 = the answer is the truth
};

// Of all finished cells; places in RunRecords.
PooledItems pooled_items(const RunRecords& run, size_t corpus, size_t condition, size_t model);

static_assert(kNoCode == kNoUnit);

// What the errors of numbers over these items are clustered by. A document without author and topic is a unit
// of its own, so that its repeated answers go together.
std::vector<ItemUnits> item_units(const RunRecords& run, size_t corpus, const PooledItems& items);

// The items in these places, without cross_half.
PooledItems chosen_items(const PooledItems& items, const std::vector<uint32_t>& places);

// One answer a document, its first: for intervals that take answers as independent, which repeated answers to
// one document are not. Codes of documents are below `documents`.
PooledItems first_answers(const PooledItems& items, uint32_t documents);

}  // namespace standfast::result
