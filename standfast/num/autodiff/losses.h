// Losses of classification, of rationales and of contrasts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/num/autodiff/tape.h"

namespace standfast {

// The counterfactual loss of rationales (Zhang et al. 2023, Towards trustworthy explanation: On causal
// rationalization): a token should be kept only if the class becomes less likely without it.

// Computes the losses. scores: text s has the rows from segments[s] on, up to segments[s + 1]: first the
// scores of its rationale, then the scores without one token of it each. With p the probability of the text's
// class by softmax, its loss is the negative mean over the latter of log max(p(rationale) - p(without) + 1,
// 1); 0 without any. shares[s]: the weight of the text. losses[s]: without this weight, in double precision.
// On a recording tape it is the last operation: the gradient to the scores is added to the gradient that is
// there; none flows through p(rationale).
void counterfactual_loss(Tape& tape, const ValuePtr& scores, std::span<const uint32_t> segments,
                         std::span<const uint32_t> classes, std::span<const double> shares,
                         std::span<double> losses);

// Divergences between two distributions over classes, each the softmax of a row of scores.
enum class Divergence : uint8_t {
  symmetric_kl,    // KL(p || q) + KL(q || p) (Jeffreys 1946)
  jensen_shannon,  // KL(p || m) / 2 + KL(q || m) / 2 with m = (p + q) / 2 (Lin 1991)
};

// Computes divergences[i] between rows i of a and b, in nats, in double precision. On a recording tape, the
// gradients of the sum of shares[i] * divergences[i] are set for a and b if they want some, or added to the
// gradients that are there (the cross-entropy sets: call it before).
void softmax_divergence(Tape& tape, Divergence how, const ValuePtr& a, const ValuePtr& b,
                        std::span<const double> shares, std::span<double> divergences);

// The cross-entropy loss of a classifier: - sum over texts of share * log of the probability of its class, by
// softmax.

// Computes the losses. scores: a row a text. shares[i]: the weight of text i (its weight by the sum of
// weights of the batch). losses[i]: its loss without this factor, in double precision. On a recording tape it
// is the last operation: the gradient to the scores is set.
void cross_entropy(Tape& tape, const ValuePtr& scores, std::span<const uint32_t> classes,
                   std::span<const double> shares, std::span<double> losses);

// The supervised contrastive loss (Khosla et al. 2020, Supervised contrastive learning, equation 2): rows of
// one label attract each other, all others of the batch push them away.
struct ContrastiveLoss {
  std::vector<double> of_anchors;  // by row; 0 for a row whose label no other row has
  double mean = 0;                 // over the losses above 0; 0 without any
  uint32_t counted = 0;            // number of rows in the mean
};

// Computes the loss. x: rows of length 1, at least one (layer_norm.h). labels: one for each row. The loss of
// row i: the mean over the other rows p of its label of -(x_i . x_p / temperature - log of the sum over all
// other rows a of e^(x_i . x_a / temperature)). On a recording tape it is the last operation: the gradient of
// the mean to x is set. All sums are in double precision, by the order of the rows.
ContrastiveLoss supervised_contrastive(Tape& tape, const ValuePtr& x, std::span<const uint32_t> labels,
                                       double temperature);

}  // namespace standfast
