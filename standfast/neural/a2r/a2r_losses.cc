#include "standfast/neural/a2r/a2r_losses.h"

#include <numeric>

#include "standfast/num/autodiff/cross_entropy.h"
#include "standfast/num/kernel/exp_double.h"

namespace standfast {

void a2r_predictor_losses(Tape& tape, Divergence how, const ValuePtr& soft, const ValuePtr& hard,
                          std::span<const uint32_t> classes, std::span<const double> shares,
                          std::span<A2rPredictorLoss> losses) {
  std::vector<double> of_soft(losses.size()), of_hard(losses.size()), apart(losses.size());
  cross_entropy(tape, soft, classes, shares, of_soft);
  cross_entropy(tape, hard, classes, shares, of_hard);
  softmax_divergence(tape, how, soft, hard, shares, apart);
  for (size_t i = 0; i < losses.size(); ++i) losses[i] = {of_soft[i], of_hard[i], apart[i]};
}

double a2r_reward(double hard_loss) {
  return 2 / (exp_double(2 * hard_loss) + 1) - 1;
}

double RewardBaseline::mean() const {
  return std::accumulate(rewards_.begin(), rewards_.end(), 0.0) / static_cast<double>(rewards_.size());
}

void RewardBaseline::add(double mean_of_batch) {
  rewards_.push_back(mean_of_batch);
  if (rewards_.size() > kMostBatches) rewards_.pop_front();
}

}  // namespace standfast
