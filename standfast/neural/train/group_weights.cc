#include "standfast/neural/train/group_weights.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "standfast/base/rng.h"
#include "standfast/num/kernel/exp_double.h"

namespace standfast {

GroupWeights::GroupWeights(std::span<const uint32_t> groups, double step, double adjustment)
    : groups_(groups), step_(step), adjustment_(adjustment) {
  for (uint32_t text = 0; text < groups.size(); ++text) {
    if (groups[text] >= texts_.size()) texts_.resize(groups[text] + 1);
    texts_[groups[text]].push_back(text);
  }
  logs_.assign(texts_.size(), 0);
}

std::vector<uint32_t> GroupWeights::order(uint64_t epoch, uint64_t seed) const {
  Rng rng(seed, "fine-tune/groups", std::to_string(epoch));
  auto texts = texts_;
  for (auto& some : texts) rng.shuffle(some);
  std::vector<uint32_t> round(texts.size()), order;
  std::iota(round.begin(), round.end(), 0U);
  for (size_t turn = 0; order.size() < groups_.size(); ++turn) {
    rng.shuffle(round);
    for (const uint32_t group : round) order.push_back(texts[group][turn % texts[group].size()]);
  }
  order.resize(groups_.size());
  return order;
}

std::vector<double> GroupWeights::in_batch(std::span<const uint32_t> batch,
                                           std::span<const double> weights) const {
  std::vector<double> sums(texts_.size(), 0);
  for (size_t i = 0; i < batch.size(); ++i) sums[groups_[batch[i]]] += weights[i];
  return sums;
}

std::vector<double> GroupWeights::shares(std::span<const uint32_t> batch,
                                         std::span<const double> weights) const {
  const std::vector<double> sums = in_batch(batch, weights), all = q();
  std::vector<double> shares(batch.size());
  for (size_t i = 0; i < batch.size(); ++i)
    shares[i] = all[groups_[batch[i]]] * weights[i] / sums[groups_[batch[i]]];
  return shares;
}

void GroupWeights::learn(std::span<const uint32_t> batch, std::span<const double> weights,
                         std::span<const double> losses) {
  const std::vector<double> sums = in_batch(batch, weights);
  for (size_t g = 0; g < logs_.size(); ++g)
    logs_[g] += step_ * adjustment_ / std::sqrt(static_cast<double>(texts_[g].size()));
  for (size_t i = 0; i < batch.size(); ++i)
    logs_[groups_[batch[i]]] += step_ * weights[i] * losses[i] / sums[groups_[batch[i]]];
  const double most = *std::ranges::max_element(logs_);
  for (double& log : logs_) log -= most;
}

std::vector<double> GroupWeights::q() const {
  std::vector<double> q;
  double sum = 0;
  for (const double log : logs_) sum += q.emplace_back(exp_double(log));
  for (double& one : q) one /= sum;
  return q;
}

}  // namespace standfast
