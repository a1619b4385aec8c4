// The classifier `prior`: every document gets the class frequencies of the training documents, so the answer
// is the majority class. It is the baseline that a classifier must beat, and the chance level of survival.
#pragma once

#include "standfast/model/classify/classifier.h"

namespace standfast {

ClassifierCatalog::Entry class_prior_entry();

}  // namespace standfast
