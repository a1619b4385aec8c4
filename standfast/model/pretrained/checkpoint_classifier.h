// The classifier `checkpoint`: a fine-tuned model of Hugging Face, as it is.
#pragma once

#include "standfast/model/classify/classifier.h"

namespace standfast {

ClassifierCatalog::Entry checkpoint_classifier_entry();

}  // namespace standfast
