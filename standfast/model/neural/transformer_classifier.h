// The classifier `transformer`: an encoder of Hugging Face, fine-tuned.
#pragma once

#include "standfast/model/classify/classifier.h"

namespace standfast {

ClassifierCatalog::Entry transformer_classifier_entry();

}  // namespace standfast
