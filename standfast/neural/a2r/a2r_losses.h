// Losses and rewards of the two parts of A2R.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "standfast/num/autodiff/softmax_divergence.h"
#include "standfast/num/autodiff/tape.h"

namespace standfast {

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

}  // namespace standfast
