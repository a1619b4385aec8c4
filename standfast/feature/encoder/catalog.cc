#include "standfast/feature/encoder/encoder.h"
#include "standfast/feature/encoder/lda_encoder.h"
#include "standfast/feature/encoder/lsa_encoder.h"
#include "standfast/feature/encoder/nmf_encoder.h"
#include "standfast/feature/encoder/tfidf_encoder.h"
#include "standfast/feature/encoder/vectors_encoder.h"

namespace standfast {

// Adding an encoder: its file, a line here, its test.
const EncoderCatalog& encoders() {
  static const EncoderCatalog catalog(
      "encoder", {tfidf_encoder(), lsa_encoder(), nmf_encoder(), lda_encoder(), vectors_encoder()});
  return catalog;
}

}  // namespace standfast
