// Encoder lsa: latent semantic analysis, the documents in the directions of the largest singular values of
// tf-idf over words (num/factor/svd.h). Defaults: the words of the encoder tfidf, 100 components.
#pragma once

#include "standfast/feature/encoder/encoder.h"

namespace standfast {

EncoderCatalog::Entry lsa_encoder();

}  // namespace standfast
