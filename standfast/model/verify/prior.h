// The verifier `prior`: every pair gets the share of same-author pairs in training, so the majority's answer.
// It is the baseline that a model must beat, and the chance level of survival. Training pairs of one class
// only are fine here (the answer is 0 or 1).
#pragma once

#include "standfast/model/verify/verifier.h"

namespace standfast {

VerifierCatalog::Entry prior_entry();

}  // namespace standfast
