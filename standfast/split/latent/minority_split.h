// Minority-Split: documents whose class is not the one that most of their cluster have are tested. A model that has
// learned what a cluster looks like, and not what makes the class, is wrong there. The training side holds the others
// alone: it is biased throughout ("bias-amplified"), and the test side is against the bias. Reif and Schwartz 2023
// ("Fighting bias with bias", Findings of ACL), minority examples.
#pragma once

#include "standfast/split/splitter.h"

namespace standfast {

SplitterCatalog::Entry minority_split_splitter();

}  // namespace standfast
