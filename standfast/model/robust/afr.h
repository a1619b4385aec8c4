// AFR: the last layer refitted with higher weights for poorly answered documents (docs/robust.md).
#pragma once

#include "standfast/model/classify/classifier.h"

namespace standfast {

ClassifierCatalog::Entry afr_entry();

}  // namespace standfast
