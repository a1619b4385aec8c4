// The entries of encoders(), each in a file of its own.
#pragma once

#include "standfast/feature/encoder/encoder.h"

namespace standfast {

EncoderCatalog::Entry lda_encoder();
EncoderCatalog::Entry lsa_encoder();
EncoderCatalog::Entry nmf_encoder();
EncoderCatalog::Entry tfidf_encoder();

}  // namespace standfast
