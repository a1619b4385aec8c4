// The classifier `ppm`: a compression model of the training texts of each class; the class whose model
// encodes a text in the fewest bits (Teahan and Harper 2003).
#pragma once

#include "standfast/model/classify/classifier.h"

namespace standfast {

ClassifierCatalog::Entry ppm_classifier_entry();

}  // namespace standfast
