// AFR: the last layer fitted again with weights of poorly answered documents (docs/robust.md).
#pragma once

#include "standfast/model/classify/classifier.h"

namespace standfast {

ClassifierCatalog::Entry afr_entry();

}  // namespace standfast
