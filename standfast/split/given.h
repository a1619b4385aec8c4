// A split that somebody made already: one's own published train and test, from a column of the corpus, from a
// splits.json, from an index file or from lists of ids or rows. Nothing is drawn but validation.
#pragma once

#include "standfast/split/splitter.h"

namespace standfast {

SplitterCatalog::Entry given_splitter();

}  // namespace standfast
