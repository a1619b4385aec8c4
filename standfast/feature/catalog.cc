#include "standfast/feature/encoder.h"
#include "standfast/feature/lda_encoder.h"
#include "standfast/feature/lsa_encoder.h"
#include "standfast/feature/nmf_encoder.h"
#include "standfast/feature/tfidf_encoder.h"
#include "standfast/feature/vectors_encoder.h"

namespace standfast {

// Adding an encoder: its file, a line here, its test.
const EncoderCatalog& encoders() {
  static const EncoderCatalog catalog(
      "encoder", {tfidf_encoder(), lsa_encoder(), nmf_encoder(), lda_encoder(), vectors_encoder()});
  return catalog;
}

}  // namespace standfast
