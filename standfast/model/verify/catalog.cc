#include "standfast/model/ppm/ppm.h"
#include "standfast/model/verify/verifier.h"
#include "standfast/model/verify/verifiers.h"

namespace standfast {

// To add a verifier: write its file, a line here, and its test.
const VerifierCatalog& verifiers() {
  static const VerifierCatalog catalog("verifier", {
                                                       prior_entry(),
                                                       ppm_entry(),
                                                       char_ngram_entry(),
                                                       topic_fit_entry(),
                                                       embedding_entry(),
                                                       luar_entry(),
                                                       delta_entry(),
                                                       compression_entry(),
                                                       cng_entry(),
                                                       imposters_entry(),
                                                       unmasking_entry(),
                                                       o2d2_entry(),
                                                       command_entry(),
                                                   });
  return catalog;
}

std::vector<TraitLine> describe(const VerifierTraits& t) {
  return trait_lines<VerifierTraits>(
      TraitLine{"symmetric", "swapping the texts changes nothing", t.symmetric},
      TraitLine{"deterministic", "the seed has no effect", t.deterministic},
      TraitLine{"calibrates", "places thresholds on validation pairs", t.calibrates},
      TraitLine{"chance", "its score is the score of guessing", t.chance},
      TraitLine{"topics_only", "sees the topics of texts, but not their style", t.topics_only},
      TraitLine{"in_batches", "learns in random batches, and resumes after a kill", t.in_batches},
      TraitLine{"shares_pair_features", "a study computes the features of a pair once for all folds",
                t.pair_features != nullptr});
}

}  // namespace standfast
