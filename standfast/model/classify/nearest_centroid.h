// The classifier `nearest-centroid`: Burrows' Delta as attribution, the class whose mean or whose pooled text
// is nearest in the space of frequent words (delta_space.h).
#pragma once

#include "standfast/model/classify/classifier.h"

namespace standfast {

ClassifierCatalog::Entry nearest_centroid_entry();

}  // namespace standfast
