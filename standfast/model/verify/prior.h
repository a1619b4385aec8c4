// The prior: every pair gets the share of same-author pairs seen in training, so the majority's answer. What
// a model must beat before it has learned anything, and the chance level of survival. Training pairs of one
// class only are fine here (the answer is 0 or 1).
#pragma once

#include "standfast/model/verify/verifier.h"

namespace standfast {

VerifierCatalog::Entry prior_entry();

}  // namespace standfast
