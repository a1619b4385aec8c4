// Weights in inverse proportion to the size of a group (docs/robust.md).
#pragma once

#include "standfast/model/classify/classifier.h"

namespace standfast {

ClassifierCatalog::Entry reweight_groups_entry();

}  // namespace standfast
