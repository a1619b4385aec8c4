// Training of A2R: batches train the generator and the predictor in turn, each with its own optimiser.
//
// The result is a function of the network, the texts, the options and the seed. It depends neither on threads
// nor on whether the training was killed and resumed.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/base/work.h"
#include "standfast/neural/a2r/a2r_network.h"
#include "standfast/neural/train/adamw.h"
#include "standfast/neural/train/training.h"
#include "standfast/num/autodiff/categorical.h"
#include "standfast/num/autodiff/losses.h"
#include "standfast/num/autodiff/tape.h"

namespace standfast {

// Losses and rewards of the two parts of A2R.

// The predictor's loss: both heads should be right, and agree. Cross-entropies and the divergence in nats.
struct A2rPredictorLoss {
  double soft = 0, hard = 0, divergence = 0;
  double sum() const { return soft + hard + divergence; }
};
// Computes the loss of each text; classes and shares as cross_entropy takes them. If the tape records,
// gradients are set for scores that need them.
void a2r_predictor_losses(Tape& tape, Divergence how, const ValuePtr& soft, const ValuePtr& hard,
                          std::span<const uint32_t> classes, std::span<const double> shares,
                          std::span<A2rPredictorLoss> losses);

// Returns the generator's reward for a sentence: -tanh of the hard head's cross-entropy.
double a2r_reward(double hard_loss);

// The baseline of rewards: the mean reward of a batch, over the last batches, starting with one of 0.
class RewardBaseline {
 public:
  static constexpr size_t kMostBatches = 200;

  double mean() const;
  void add(double mean_of_batch);

  std::vector<double> rewards() const { return {rewards_.begin(), rewards_.end()}; }
  void resume(const std::vector<double>& rewards) { rewards_.assign(rewards.begin(), rewards.end()); }

 private:
  std::deque<double> rewards_ = {0};
};

struct A2rOptions {
  uint32_t epochs = 60;
  uint32_t batch = 0;  // texts of one update; 0: as batch_for()
  double generator_rate = 1e-4, predictor_rate = 1e-3;
  uint32_t policy_from = 20;  // the epoch, from 0, from which the generator also learns by rewards
  Exploration exploration{.share = 0.2, .places = 0};
  Divergence divergence = Divergence::symmetric_kl;
  bool generator_divergence = false;  // adds the divergence to the generator's loss
  bool keep_best = true;  // keep the weights of the epoch that is best on validation texts, or else the last
  AdamWOptions adam{.weight_decay = 0, .clip = 0};

  // Returns 500, or an eighth of the texts if that is less.
  static uint32_t batch_for(size_t texts);
};

struct A2rDocuments {
  std::vector<A2rText> texts;        // each with at least one word
  std::vector<uint32_t> classes;     // by text
  std::vector<double> weights = {};  // by text, above 0; empty: all 1
};

struct A2rEpoch {
  // Means over the batches of each part; nothing if the epoch had none.
  std::optional<double> generator, predictor;
  // Cross-entropy and accuracy of the hard head on the validation texts; 0 without any.
  double loss = 0, accuracy = 0;
};
struct A2rTrained : Trained {
  uint64_t batch = 0;
  std::vector<double> hard_losses;  // the hard head's cross-entropy in each update of the predictor
  std::vector<A2rEpoch> epochs;
  std::optional<size_t> best;  // the epoch whose weights are kept, from 0; nothing: the last
};

// Trains the network. key: identifies everything that texts and options do not determine, for the state from
// which a killed training resumes (work.scratch). validation may have no texts. A data error if the loss is
// no longer a number.
Result<A2rTrained> train_a2r(A2rNetwork& network, const A2rDocuments& training,
                             const A2rDocuments& validation, const A2rOptions& options, const Work& work,
                             const std::string& key);

// Estimates the bytes that training needs, from the most words of a text and the most texts in a batch.
uint64_t a2r_bytes(const A2rSizes& sizes, uint64_t words_of_text, uint64_t texts_of_batch);

}  // namespace standfast
