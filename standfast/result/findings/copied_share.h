// The share of tested documents with an exact copy (up to case, white space) in the training of their fold.
#pragma once

#include <cstddef>
#include <optional>

#include "standfast/result/run/records.h"

namespace standfast::result {

// Computes it over all folds and seeds of a condition; nullopt for runs of versions that did not count it,
// and for sides other than the test items, which no fold tests. Arguments are places in RunRecords.
std::optional<double> copied_share(const RunRecords& run, size_t corpus, size_t condition);

}  // namespace standfast::result
