// Training of LUAR: vectors of one author are pulled together, and away from the vectors of all others
// (supervised contrastive loss, Khosla et al. 2020), by AdamW at a constant rate.
//
// The result is a function of the model, the texts, the options and the seed. It does not depend on threads,
// on memory or on whether the training was killed and resumed.
#pragma once

#include <cstdint>
#include <string>

#include "standfast/base/result.h"
#include "standfast/base/work.h"
#include "standfast/neural/luar/episodes.h"
#include "standfast/neural/luar/luar_model.h"
#include "standfast/neural/train/adamw.h"
#include "standfast/neural/train/training.h"

namespace standfast {

struct LuarTrainOptions {
  uint32_t updates = 150;
  EpisodeOptions episodes;
  double temperature = 0.01;
  double learning_rate = 2e-5;
  AdamWOptions adamw;
  float dropout = 0.1F;
  // Number of untrained layers: 0 none, 1 the embeddings, 2 also the first layer ... One more than there are
  // layers trains only the layer after the encoder.
  uint32_t frozen = 0;
};

// Trains the model. authors: of the texts, at least two, each with EpisodeDrawer::kLeastTexts texts. key:
// identifies everything that the texts, their authors and the options do not determine, for the state in
// work.scratch. A data error if the loss is no longer a number. The loss of an update is the mean over the
// episodes whose loss is not 0.
Result<Trained> train_luar(LuarModel& model, const TextTokens& texts, std::vector<EpisodeAuthor> authors,
                           const LuarTrainOptions& options, const Work& work, const std::string& key);

}  // namespace standfast
