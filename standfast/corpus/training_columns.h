// What columns of the corpus say of training documents beside their class: weights and groups.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"

namespace standfast {

// By entry of `rows`, what stands in the column (a role, or an attribute: a number or a category) as a
// number. Errors: no such column; a document without a value, or one whose value is text or no legal weight
// (corpus/training_set.h). They name the corpus and the document.
Result<std::vector<double>> weights_of(const Corpus& corpus, const std::string& column,
                                       std::span<const uint32_t> rows);

// Columns that say more of training documents (corpus/training_set.h); "": none.
struct TrainingColumns {
  std::string weight = {}, group = {};
};

// By training document. weights: empty without such a column. groups: numbers of values (of a role or a
// category), kMissing for none; empty if the corpus has no such column.
struct TrainingValues {
  std::vector<double> weights;
  std::vector<uint32_t> groups;
  std::span<const std::string> group_names;  // of the corpus
};
// Errors are those of weights_of().
Result<TrainingValues> training_values(const Corpus& corpus, const TrainingColumns& columns,
                                       std::span<const uint32_t> rows);

}  // namespace standfast
