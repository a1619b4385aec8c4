// The classifier `command`: a program of anybody's, given training and test documents as files;
// docs/bring-your-own.md says what it is given and what it must write.
#pragma once

#include "standfast/model/classify/classifier.h"

namespace standfast {

ClassifierCatalog::Entry command_classifier_entry();

}  // namespace standfast
