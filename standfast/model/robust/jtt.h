// JTT: train, up-weight the errors, train again (docs/robust.md).
#pragma once

#include "standfast/model/classify/classifier.h"

namespace standfast {

ClassifierCatalog::Entry jtt_entry();

}  // namespace standfast
