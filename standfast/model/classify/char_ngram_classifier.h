// The classifier `char-ngram`: the class whose profile, or whose nearest document, has the highest cosine
// with a text in the tf-idf space of character n-grams.
#pragma once

#include "standfast/model/classify/classifier.h"

namespace standfast {

ClassifierCatalog::Entry char_ngram_classifier_entry();

}  // namespace standfast
