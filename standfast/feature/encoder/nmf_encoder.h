// Encoder nmf: a document is its weights in W of the factorisation of tf-idf over words (num/factor/nmf.h).
// Defaults follow Sawatphol et al. 2024: words in at least 10 % of the documents and at most half of them,
// the 5,000 most frequent; 50 components, at most 2,000 iterations.
#pragma once

#include "standfast/feature/encoder/encoder.h"

namespace standfast {

EncoderCatalog::Entry nmf_encoder();

}  // namespace standfast
