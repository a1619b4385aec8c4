#include "standfast/feature/encoder.h"
#include "standfast/feature/tfidf_encoder.h"

namespace standfast {

// Adding an encoder: its file, a line here, its test.
const EncoderCatalog& encoders() {
  static const EncoderCatalog catalog("encoder", {tfidf_encoder()});
  return catalog;
}

}  // namespace standfast
