// The classifier `checkpoint`: a fine-tuned Hugging Face model, without further training.
#pragma once

#include "standfast/model/classify/classifier.h"

namespace standfast {

ClassifierCatalog::Entry checkpoint_classifier_entry();

}  // namespace standfast
