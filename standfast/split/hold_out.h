// One test side, drawn by lot: a share of the documents, in proportion to the values of a column, by whole
// groups of another, or both. The ordinary split of a benchmark (80/20, 80/10/10); several draws of it are
// the seeds of a study. Shares are taken in parts per million and all reckoning is in integers.
#pragma once

#include "standfast/split/splitter.h"

namespace standfast {

SplitterCatalog::Entry hold_out_splitter();

}  // namespace standfast
