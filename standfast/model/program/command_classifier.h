// The classifier `command`: any program that reads training and test documents from files;
// docs/bring-your-own.md describes its input and output.
#pragma once

#include "standfast/model/classify/classifier.h"

namespace standfast {

ClassifierCatalog::Entry command_classifier_entry();

}  // namespace standfast
