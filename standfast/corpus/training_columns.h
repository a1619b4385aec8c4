// Columns of the corpus that describe training documents beside their class: weights and groups.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"

namespace standfast {

// Returns the weight of each entry of `rows`: the value of the column (a role, or an attribute: a number or a
// category) as a number. Errors: no such column; a document without a value, or one whose value is text or no
// legal weight (corpus/training_set.h). They name the corpus and the document.
Result<std::vector<double>> weights_of(const Corpus& corpus, const std::string& column,
                                       std::span<const uint32_t> rows);

// The names of the columns that describe training documents (corpus/training_set.h); "": none.
struct TrainingColumns {
  std::string weight = {}, group = {};
};

// Values by training document. weights: empty without such a column. groups: numbers of values (of a role or
// a category), kMissing for none; empty if the corpus has no such column.
struct TrainingValues {
  std::vector<double> weights;
  std::vector<uint32_t> groups;
  std::span<const std::string> group_names;  // names in the corpus
};
// Returns the values. Errors are the errors of weights_of().
Result<TrainingValues> training_values(const Corpus& corpus, const TrainingColumns& columns,
                                       std::span<const uint32_t> rows);

}  // namespace standfast
