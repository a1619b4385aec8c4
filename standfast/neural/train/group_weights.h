// Group DRO while a network learns (Sagawa et al. 2020, algorithm 1): groups with a high loss count for more and more.
//
// The loss of a batch is the sum over its groups of q_g * (weighted mean loss of g in the batch). After each batch
//
//   q_g <- q_g exp(step (loss_g + adjustment / sqrt(n_g))), normalised; n_g: texts of g in training
//
// where a group that the batch lacks has a loss of 0, as in the authors' code. So what a batch says of the groups counts from
// the next one on. Groups take turns in the batches, as the algorithm draws each as often.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace standfast {

class GroupWeights {
 public:
  // groups: of the training texts, 0 to the number of groups less one, each with a text.
  GroupWeights(std::span<const uint32_t> groups, double step, double adjustment);

  // As many texts as there are. Each place of an epoch has the next group of a shuffled list of all groups, and the next of
  // its shuffled texts, from the first one again when they are through.
  std::vector<uint32_t> order(uint64_t epoch, uint64_t seed) const;
  // How much each text of a batch counts; weights: of the texts. They add up to the q of the batch's groups.
  std::vector<double> shares(std::span<const uint32_t> batch, std::span<const double> weights) const;
  // losses: of the texts of a batch.
  void learn(std::span<const uint32_t> batch, std::span<const double> weights,
             std::span<const double> losses);

  std::vector<double> q() const;
  // Logarithms of q but for a constant, to keep and to go on from.
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
