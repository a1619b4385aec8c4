// Encoder lda: a document is its proportions of topics (num/factor/lda.h), fitted to the set of its words.
// Defaults follow Sawatphol et al. 2024: words in at least 10 % of the documents and at most half of them,
// the 5,000 in most documents, each counted once a document; 50 components, 10 iterations, priors of 1 /
// components.
#pragma once

#include "standfast/feature/encoder/encoder.h"

namespace standfast {

EncoderCatalog::Entry lda_encoder();

}  // namespace standfast
