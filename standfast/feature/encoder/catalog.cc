#include "standfast/feature/encoder/encoder.h"
#include "standfast/feature/encoder/encoders.h"
#include "standfast/feature/encoder/sentence_encoder.h"
#include "standfast/feature/encoder/vectors_encoder.h"

namespace standfast {

// To add an encoder: write its file, a line here, and its test.
const EncoderCatalog& encoders() {
  static const EncoderCatalog catalog("encoder", {tfidf_encoder(), lsa_encoder(), nmf_encoder(),
                                                  lda_encoder(), vectors_encoder(), sentence_encoder()});
  return catalog;
}

std::vector<TraitLine> describe(const EncoderTraits& t) {
  return trait_lines<EncoderTraits>(
      TraitLine{"sparse", "most components are zero", t.sparse},
      TraitLine{"deterministic", "the seed has no effect", t.deterministic},
      TraitLine{"nonnegative", "no component is below zero", t.nonnegative},
      TraitLine{"reads_files", "vectors come from files that its options name", t.reads_files},
      TraitLine{"learns_classes", "looks at the classes of the training documents", t.learns_classes},
      TraitLine{"slow", "reads each text through a network: minutes for a large corpus", t.slow});
}

}  // namespace standfast
