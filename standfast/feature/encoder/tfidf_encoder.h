// Encoder tfidf: words weighted by tf-idf (feature/ngram/tfidf.h), rows of unit length. Defaults: words of at
// least two letters, in at least two documents and at most half of them (a word in more is no topic), the
// 20,000 most frequent.
#pragma once

#include "standfast/feature/encoder/encoder.h"

namespace standfast {

EncoderCatalog::Entry tfidf_encoder();

}  // namespace standfast
