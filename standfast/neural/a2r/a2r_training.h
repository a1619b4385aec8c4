// Trains A2R: batches teach the generator and the predictor in turn, each with an optimiser of its own.
//
// The result is a function of the network, the texts, the options and the seed: not of threads or of whether the work was killed and
// went on.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/work.h"
#include "standfast/neural/a2r/a2r_losses.h"
#include "standfast/neural/a2r/a2r_network.h"
#include "standfast/neural/train/adamw.h"
#include "standfast/neural/train/training.h"
#include "standfast/num/autodiff/categorical.h"

namespace standfast {

struct A2rOptions {
  uint32_t epochs = 60;
  uint32_t batch = 0;  // texts of one update; 0: batch_for() says
  double generator_rate = 1e-4, predictor_rate = 1e-3;
  uint32_t policy_from = 20;  // the epoch, from 0, from which the generator learns by rewards too
  Exploration exploration{.share = 0.2, .places = 0};
  Divergence divergence = Divergence::symmetric_kl;
  bool generator_divergence = false;  // the divergence is part of the generator's loss too
  bool keep_best = true;  // the weights of the epoch that is best on validation texts, or else the last
  AdamWOptions adam{.weight_decay = 0, .clip = 0};

  // 500, and an eighth of the texts where that is less.
  static uint32_t batch_for(size_t texts);
};

struct A2rDocuments {
  std::vector<A2rText> texts;        // each with a word
  std::vector<uint32_t> classes;     // by text
  std::vector<double> weights = {};  // by text, above 0; empty: all 1
};

struct A2rEpoch {
  // Means over the batches of each part; nothing where the epoch had none.
  std::optional<double> generator, predictor;
  // Of the hard head on the validation texts, cross-entropy and share of right answers; 0 without any.
  double loss = 0, accuracy = 0;
};
struct A2rTrained : Trained {
  uint64_t batch = 0;
  std::vector<double> hard_losses;  // the hard head's cross-entropy in each update of the predictor
  std::vector<A2rEpoch> epochs;
  std::optional<size_t> best;  // the epoch whose weights the network has, from 0; nothing: the last
};

// key: of everything that texts and options do not say, for the state that a killed training resumes from (work.scratch).
// validation may have no texts. A data error if the loss stops being a number.
Result<A2rTrained> train_a2r(A2rNetwork& network, const A2rDocuments& training,
                             const A2rDocuments& validation, const A2rOptions& options, const Work& work,
                             const std::string& key);

// Bytes that training needs, about: with so many words of a text at most, and so many texts in a batch at most.
uint64_t a2r_bytes(const A2rSizes& sizes, uint64_t words_of_text, uint64_t texts_of_batch);

}  // namespace standfast
