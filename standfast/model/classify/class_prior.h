// The classifier `prior`: every document gets the shares of the classes in training, so the answer is the
// majority's. What a classifier must beat before it has learned anything, and the chance level of survival.
#pragma once

#include "standfast/model/classify/classifier.h"

namespace standfast {

ClassifierCatalog::Entry class_prior_entry();

}  // namespace standfast
