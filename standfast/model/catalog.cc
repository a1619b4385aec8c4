#include "standfast/model/char_ngram.h"
#include "standfast/model/cng.h"
#include "standfast/model/command.h"
#include "standfast/model/compression.h"
#include "standfast/model/delta.h"
#include "standfast/model/imposters.h"
#include "standfast/model/ppm.h"
#include "standfast/model/prior.h"
#include "standfast/model/topic_fit.h"
#include "standfast/model/unmasking.h"
#include "standfast/model/verifier.h"

namespace standfast {

// Adding a verifier: its file, a line here, its test.
const VerifierCatalog& verifiers() {
  static const VerifierCatalog catalog("verifier", {
                                                       prior_entry(),
                                                       ppm_entry(),
                                                       char_ngram_entry(),
                                                       topic_fit_entry(),
                                                       delta_entry(),
                                                       compression_entry(),
                                                       cng_entry(),
                                                       imposters_entry(),
                                                       unmasking_entry(),
                                                       command_entry(),
                                                   });
  return catalog;
}

}  // namespace standfast
