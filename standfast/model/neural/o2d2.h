// The verifier `o2d2`: an encoder over characters, words and windows that is trained on pairs, three heads,
// and a detector of undecidable pairs (Boenninghoff, Nickel and Kolossa 2021, O2D2).
//
// Differences from the released code: authors of the training pairs are dealt to the two stages, 85 to 15, so
// that the detector learns from answers on authors whom the network has not seen; tokens are cut here, not by
// spaCy; pairs are drawn by the rule of the study; no training text is left out for its length; the epoch is
// the one with the best overall score (mean of AUC, c@1, F0.5u, F1 and Brier) on the validation pairs.
#pragma once

#include "standfast/model/verify/verifier.h"

namespace standfast {

VerifierCatalog::Entry o2d2_entry();

}  // namespace standfast
