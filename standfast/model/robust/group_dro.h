// GroupDRO: minimises the loss of the worst group (docs/robust.md).
#pragma once

#include "standfast/model/classify/classifier.h"

namespace standfast {

ClassifierCatalog::Entry group_dro_entry();

}  // namespace standfast
