// The classifier `cr`: causal rationalisation. By default it answers from a tenth of a text's tokens, which
// it chooses itself (Zhang et al. 2023, Towards trustworthy explanation: On causal rationalization).
#pragma once

#include "standfast/model/classify/classifier.h"

namespace standfast {

ClassifierCatalog::Entry cr_classifier_entry();

}  // namespace standfast
