// The entries of verifiers(), each in a file of its own.
#pragma once

#include "standfast/model/verify/verifier.h"

namespace standfast {

VerifierCatalog::Entry char_ngram_entry();
VerifierCatalog::Entry delta_entry();
VerifierCatalog::Entry embedding_entry();
VerifierCatalog::Entry prior_entry();
VerifierCatalog::Entry topic_fit_entry();
VerifierCatalog::Entry cng_entry();
VerifierCatalog::Entry compression_entry();
VerifierCatalog::Entry imposters_entry();
VerifierCatalog::Entry unmasking_entry();
VerifierCatalog::Entry luar_entry();
VerifierCatalog::Entry o2d2_entry();
VerifierCatalog::Entry command_entry();

}  // namespace standfast
