// JTT: trains, increases the weights of errors, and trains again (docs/robust.md).
#pragma once

#include "standfast/model/classify/classifier.h"

namespace standfast {

ClassifierCatalog::Entry jtt_entry();

}  // namespace standfast
