// Sub-sampling to the smallest group (docs/robust.md).
#pragma once

#include "standfast/model/classify/classifier.h"

namespace standfast {

ClassifierCatalog::Entry subsample_groups_entry();

}  // namespace standfast
