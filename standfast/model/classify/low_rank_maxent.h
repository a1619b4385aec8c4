// The classifier `low-rank-maxent`: maximum entropy through a few linear units, whose values are vectors of
// documents learned from labels: a bottleneck without a neural encoder (num/softmax/low_rank_softmax.h).
#pragma once

#include "standfast/model/classify/classifier.h"

namespace standfast {

ClassifierCatalog::Entry low_rank_maxent_entry();

}  // namespace standfast
