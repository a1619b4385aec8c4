// The verifier `unmasking`: the curve of a pair (unmasking_curve.h) and a logistic regression on its points,
// learned from labelled pairs. Koppel and Schler 2004, "Authorship verification as a one-class classification
// problem"; Bevendorff et al. 2019, "Generalizing unmasking for short texts".
//
// A text shorter than two chunks has no curve: its pairs are left out of the fit, counted, and answered 0.5.
// If no training pair has a curve, nothing is learned and every answer is 0.5; facts() report this.
#pragma once

#include "standfast/model/verify/unmasking_curve.h"
#include "standfast/model/verify/verifier.h"

namespace standfast {

VerifierCatalog::Entry unmasking_entry();

}  // namespace standfast
