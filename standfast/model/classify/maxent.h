// The classifier `maxent`: maximum entropy, that is multinomial logistic regression, on sparse features of
// documents with a Gaussian prior; by default on the presence of words as the novel-topic paper takes them.
#pragma once

#include "standfast/model/classify/classifier.h"

namespace standfast {

ClassifierCatalog::Entry maxent_entry();

}  // namespace standfast
