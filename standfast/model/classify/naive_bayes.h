// The classifier `naive-bayes`: features independent given the class, multinomial or Bernoulli (McCallum and
// Nigam 1998). Equal to scikit-learn's MultinomialNB and BernoulliNB on the same features.
#pragma once

#include "standfast/model/classify/classifier.h"

namespace standfast {

ClassifierCatalog::Entry naive_bayes_entry();

}  // namespace standfast
