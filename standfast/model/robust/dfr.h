// DFR: the last layer refitted on a group-balanced part (docs/robust.md).
#pragma once

#include "standfast/model/classify/classifier.h"

namespace standfast {

ClassifierCatalog::Entry dfr_entry();

}  // namespace standfast
