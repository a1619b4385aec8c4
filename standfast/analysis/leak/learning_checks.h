// Checks of how the networks of a study learned, after a run: SF205 and SF206 (docs/warnings.md).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/analysis/leak/design_checks.h"

namespace standfast {

// The fits of a model on a corpus, or the fit of a space.
struct TrainedNetwork {
  std::string corpus, name;  // name: "model transformer"
  double share_cut = 0;      // of the training texts
  uint64_t most_tokens = 0;  // of a text; 0: not known
  uint64_t fits = 0;
  // Some of these fits, with the means of the training loss near the weights that they have, and of that of a guesser.
  struct Fits {
    uint64_t count = 0;
    double loss = 0, guessing = 0;
  };
  Fits at_guessing = {}, diverged = {};
  uint64_t updates = 0, texts = 0;  // of a fit at guessing, the most
};

std::vector<DesignWarning> check_learning(const std::vector<TrainedNetwork>& networks);

}  // namespace standfast
