// The classifier `linear-svm`: one linear support vector machine (num/linear/sparse_svm.h) a class against
// all others; the class with the largest decision value.
#pragma once

#include "standfast/model/classify/classifier.h"

namespace standfast {

ClassifierCatalog::Entry linear_svm_classifier_entry();

}  // namespace standfast
