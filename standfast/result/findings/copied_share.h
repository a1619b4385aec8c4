// The share of tested documents whose very text is in the training of their fold, but for case and white space.
#pragma once

#include <cstddef>
#include <optional>

#include "standfast/result/run/records.h"

namespace standfast::result {

// Over all folds and seeds of a condition; nothing for a run of a version that did not look at it. A side other than the
// test items has none: no fold tests it. Arguments are places in RunRecords.
std::optional<double> copied_share(const RunRecords& run, size_t corpus, size_t condition);

}  // namespace standfast::result
