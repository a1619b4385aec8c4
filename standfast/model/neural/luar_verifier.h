// The verifier `luar`: vectors of style, learned by telling authors apart (Rivera-Soto et al. 2021).
#pragma once

#include "standfast/model/verify/verifier.h"

namespace standfast {

VerifierCatalog::Entry luar_entry();

}  // namespace standfast
