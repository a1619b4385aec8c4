// The verifier `embedding`: cosine of the vectors of an encoder, with two thresholds placed on held-out
// pairs. It is the zero-training baseline of verifiers that learn vectors (LUAR: Rivera-Soto et al. 2021).
#pragma once

#include "standfast/model/verify/verifier.h"

namespace standfast {

VerifierCatalog::Entry embedding_entry();

}  // namespace standfast
