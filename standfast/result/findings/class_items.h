// Pooled answers of one classifier under one condition, as input of the statistics.
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/metric/classes/classification_tally.h"
#include "standfast/metric/stat/shared_units.h"
#include "standfast/result/run/cell_index.h"

namespace standfast::result {

// Pooled answers, one row for each answer. A document that was tested with several seeds (or in several
// folds) has that many rows.
struct PooledItems {
  size_t classes = 0;
  bool probabilistic = true;
  std::vector<uint32_t> document, truth, predicted, author, topic;  // author, topic: kNoCode for none
  std::vector<uint32_t> seed;                                       // place in RunRecords::seeds
  std::vector<uint32_t> trade;                                      // of a control; else 0
  std::vector<uint32_t> cell;                                       // number of its fold, over all seeds
  std::vector<double> probabilities;                                // rows x classes
  std::vector<uint8_t> cross_half;  // topic confusion: 1 = an author of the other half; else empty
  std::vector<uint32_t> group;      // of a study with a group: its code, kNoCode for none; else empty
  // The cue, for a condition with a shortcut, else empty: the value of the cue in the document, as a place in
  // the values of its cell (kNoCue for none), and the class that goes with this value in train (kNoCode for
  // none).
  std::vector<uint8_t> cue;
  std::vector<uint32_t> suggested;
  uint32_t cells = 0;

  size_t size() const { return truth.size(); }
  ClassItems items() const { return {classes, truth, probabilities, probabilistic}; }
  std::vector<uint8_t> right() const;  // 1 = the answer is the truth
};

// Returns the items of all finished cells. corpus, condition, model: places in RunRecords.
PooledItems pooled_items(const RunRecords& run, size_t corpus, size_t condition, size_t model);
// Returns the items of `folds`, which are all finished cells of a corpus, condition and model (cell_index.h).
PooledItems pooled_items(const RunRecords& run, size_t corpus, const Folds& folds);

static_assert(kNoCode == kNoUnit);

// Returns the units by which the errors of numbers over documents are clustered. A document without author
// and topic is its own unit, so its repeated answers stay together. document, author, topic: codes.
ItemUnits units_of(const CorpusInfo& corpus, uint32_t document, uint32_t author, uint32_t topic);
std::vector<ItemUnits> item_units(const RunRecords& run, size_t corpus, const PooledItems& items);

// Returns true if the class of a document is its author. Then each class was written by one author alone, and
// the authors that were drawn are the classes that were drawn (metric/classes/sampled_classes.h).
bool classes_are_authors(const PooledItems& items);

// Returns the items in these places, without cross_half.
PooledItems chosen_items(const PooledItems& items, const std::vector<uint32_t>& places);

// Returns the first answer for each document, for intervals that take answers as independent: repeated
// answers to one document are not independent. Codes of documents are below `documents`.
PooledItems first_answers(const PooledItems& items, uint32_t documents);

}  // namespace standfast::result
