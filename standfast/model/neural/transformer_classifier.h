// The classifier `transformer`: a Hugging Face encoder, fine-tuned.
#pragma once

#include "standfast/model/classify/classifier.h"

namespace standfast {

ClassifierCatalog::Entry transformer_classifier_entry();

}  // namespace standfast
