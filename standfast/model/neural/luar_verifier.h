// The verifier `luar`: vectors of style, learned from authors who are told from each other (Rivera-Soto et al. 2021).
#pragma once

#include "standfast/model/verify/verifier.h"

namespace standfast {

VerifierCatalog::Entry luar_entry();

}  // namespace standfast
