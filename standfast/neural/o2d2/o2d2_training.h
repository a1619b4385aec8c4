// Training of O2D2: first the network with its three heads, then the detector on answers for other authors,
// with all else frozen (Boenninghoff et al. 2021, O2D2, 3).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/work.h"
#include "standfast/neural/o2d2/o2d2_network.h"
#include "standfast/neural/o2d2/pair_draws.h"
#include "standfast/neural/train/adamw.h"

namespace standfast {

struct O2d2Options {
  double epochs = 35;
  uint32_t batch = 40;  // pairs
  double rate = 6e-4,
         last_rate = 2e-4;  // falls linearly to the last one within 30 epochs of 35, and stays
  uint32_t detector_epochs = 60;
  uint32_t detector_batch = 30;
  double detector_rate = 1e-3, detector_last_rate = 5e-4;  // falls over 100 epochs
  bool released_constant = false;                          // constant of the released code in Bayes factor
                                                           // scoring
  O2d2Dropout dropout;
  AdamWOptions adam{.weight_decay = 0, .clip = 5, .clip_each = true};
};

// Texts with the attributes by which pairs are drawn.
struct O2d2Texts {
  std::vector<O2d2Text> texts;
  std::vector<uint32_t> authors, topics;  // of each text; kNoTopic: none
};

// The pairs that choose an epoch, and the value to maximise: a function of the scores of these pairs.
struct O2d2Validation {
  std::vector<O2d2Text> texts;
  std::vector<RowPair> pairs;
  std::function<double(std::span<const double> scores)> value;
};

struct O2d2Epoch {
  double loss = 0;   // mean over the pairs
  double value = 0;  // of the validation pairs; 0 without any
};
struct O2d2Stage {
  uint64_t updates = 0, pairs = 0;  // pairs of an epoch
  uint64_t same = 0;                // mean over epochs, rounded
  std::vector<O2d2Epoch> epochs;
  std::optional<size_t> best;  // from 0: the epoch whose weights are kept, if validation pairs chose it
};

// Trains the first stage. A data error, without a name before it, if the texts give no pair of either kind.
// key: identifies the inputs for the state from which a killed training resumes (work.scratch).
Result<O2d2Stage> train_o2d2(O2d2Network& network, const O2d2Texts& texts, const PairDraws& draws,
                             const O2d2Validation& validation, const O2d2Options& options, const Work& work,
                             const std::string& key);

// Trains the second stage, the detector alone, on texts of other authors.
Result<O2d2Stage> train_o2d2_detector(O2d2Network& network, const O2d2Texts& texts, const PairDraws& draws,
                                      const O2d2Validation& validation, const O2d2Options& options,
                                      const Work& work, const std::string& key);

// Returns exactly .5 if the detector doubts the answer, else the adapted probability.
double detected(double adapted, double doubt);

// Estimates the bytes that the first stage needs, from the windows in a batch, the vocabulary and the length
// of word vectors.
uint64_t o2d2_bytes(size_t vocabulary, size_t word_columns, uint64_t windows_of_batch);

}  // namespace standfast
