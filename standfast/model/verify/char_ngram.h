// The verifier `char-ngram`: cosine of character 4-gram tf-idf vectors with two thresholds (PAN's distance
// baseline, CharNGram in Sawatphol et al. 2024).
#pragma once

#include "standfast/model/verify/verifier.h"

namespace standfast {

VerifierCatalog::Entry char_ngram_entry();

}  // namespace standfast
