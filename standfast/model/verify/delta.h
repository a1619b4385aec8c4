// The verifier `delta`: Burrows' Delta and its family (see delta_space.h), calibrated on held-out pairs.
// Specification: Burrows 2002, "Delta: a measure of stylistic difference and a guide to likely authorship";
// Argamon 2008; Smith and Aldridge 2011; Eder 2015.
#pragma once

#include "standfast/model/verify/verifier.h"

namespace standfast {

VerifierCatalog::Entry delta_entry();

}  // namespace standfast
