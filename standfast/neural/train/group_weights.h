// Group DRO for training networks (Sagawa et al. 2020, algorithm 1): groups with a high loss gain weight.
//
// The loss of a batch is the sum over its groups of q_g * (weighted mean loss of g in the batch). After each
// batch
//
//   q_g <- q_g exp(step (loss_g + adjustment / sqrt(n_g))), normalised; n_g: texts of g in training
//
// where a group that the batch lacks has a loss of 0, as in the authors' code. So the weights that a batch
// changes take effect from the next batch on. Groups take turns in the batches, as the algorithm draws all
// groups equally often.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace standfast {

class GroupWeights {
 public:
  // groups: of the training texts, numbered from 0, each with at least one text.
  GroupWeights(std::span<const uint32_t> groups, double step, double adjustment);

  // Returns the order of an epoch, which has as many places as there are texts. Each place has the next group
  // of a shuffled list of all groups, and the next of its shuffled texts, from the first one again when they
  // are used up.
  std::vector<uint32_t> order(uint64_t epoch, uint64_t seed) const;
  // Returns the weight of each text of a batch; weights: of the texts. They add up to the q of the batch's
  // groups.
  std::vector<double> shares(std::span<const uint32_t> batch, std::span<const double> weights) const;
  // Updates the weights of groups. losses: of the texts of a batch.
  void learn(std::span<const uint32_t> batch, std::span<const double> weights,
             std::span<const double> losses);

  std::vector<double> q() const;
  // Returns the logarithms of q up to a constant, to store and restore.
  const std::vector<double>& logs() const { return logs_; }
  void go_on(std::vector<double> logs) { logs_ = std::move(logs); }

 private:
  std::vector<double> in_batch(std::span<const uint32_t> batch, std::span<const double> weights) const;

  std::span<const uint32_t> groups_;  // by text
  std::vector<std::vector<uint32_t>> texts_;
  double step_, adjustment_;
  std::vector<double> logs_;
};

}  // namespace standfast
