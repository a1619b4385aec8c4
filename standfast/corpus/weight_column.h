// Weights and groups of training documents, from columns of the corpus.
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
// By entry of `rows`: the number of its value in the column (a role or a category), kMissing for none. Empty if
// the corpus has no such column, or the name is "".
std::vector<uint32_t> group_numbers(const Corpus& corpus, const std::string& column,
                                    std::span<const uint32_t> rows);

}  // namespace standfast
