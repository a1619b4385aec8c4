// The probabilities, losses and gradients of O2D2's three heads for one pair, in double precision
// (Boenninghoff, Nickel and Kolossa 2021, O2D2; Boenninghoff et al. 2021, Self-calibrating
// neural-probabilistic model for authorship verification under covariate shift).
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace standfast {

// Deep metric learning: the probability that two texts have one author, from the squared distance of their
// vectors, and the contrastive loss with thresholds .09 and .91.
struct MetricHead {
  double alpha = 0.09, beta = 1.5;

  // Returns exp(-alpha D^beta) + 1e-8. distance: above 0.
  double probability(double distance) const;

  struct Slopes {
    double loss = 0;
    double to_distance = 0, to_alpha = 0, to_beta = 0;
  };
  // Returns the loss (1 - same) max(p - .09, 0)^2 + same max(.91 - p, 0)^2, and its gradients.
  Slopes loss(double distance, bool same) const;
};
// Returns the sum of (a - b)^2 + 1e-8 over all numbers, + 1e-8.
double metric_distance(std::span<const float> a, std::span<const float> b);

// Bayes factor scoring: log-likelihood ratio of one author against two under the two-covariance model y ~
// N(mu, B^-1), x | y ~ N(y, W^-1) (Cumani et al. 2013, Pairwise discriminative speaker verification in the
// i-vector space).
//
// B = U U' + 1e-6 I, where U has the numbers of `between` above its diagonal and the exponentials of its
// diagonal; W likewise.
class TwoCovariance {
 public:
  // Both matrices have dimension^2 numbers, row by row. released: uses the constant of the released code,
  // which differs from the constant of the likelihood ratio.
  TwoCovariance(size_t dimension, std::span<const float> between, std::span<const float> within,
                std::span<const float> mean, bool released);
  // Takes precisions unchanged, without the 1e-6 of their sums, for checks.
  static TwoCovariance of_precisions(std::vector<double> between, std::vector<double> within,
                                     std::vector<double> mean, bool released);

  // Returns the score: the logarithm of the ratio.
  double score(std::span<const float> a, std::span<const float> b) const;
  // Sets the gradients to both vectors. to_score: the gradient of a loss to the score.
  void gradient(std::span<const float> a, std::span<const float> b, double to_score, std::span<float> to_a,
                std::span<float> to_b) const;

  // Sums over pairs of the gradients to the parts of the score.
  struct Sums {
    std::vector<double> across, within, linear;  // d x d, d x d, d
    double constant = 0;
    explicit Sums(size_t dimension);
    void add(std::span<const float> a, std::span<const float> b, double to_score);
    void clear();
  };
  // Adds the gradients to the numbers that the constructor received.
  void to_parameters(const Sums& sums, std::span<const float> between, std::span<const float> within,
                     std::span<const float> mean, std::span<float> to_between, std::span<float> to_within,
                     std::span<float> to_mean) const;

 private:
  using Matrix = std::vector<double>;
  TwoCovariance() = default;
  void prepare(bool released, double added);

  size_t d_ = 0;
  double bracket_ = 0.5;   // factor of the logarithms and of mu' B mu in the constant
  double log_across_ = 1;  // factor of ln |(B + 2 W)^-1| in the bracket; -2 times it for (B + W)^-1
  Matrix b_, w_, mean_;
  Matrix across_, within_, b_inverse_;       // (B + 2 W)^-1, (B + W)^-1, B^-1
  Matrix product_, square_;                  // parts of the score: 2 a' product b, a' square a + b' square b
  std::vector<double> linear_, moved_mean_;  // B mu
  double constant_ = 0;
};

// Uncertainty adaptation: a 2 x 2 matrix M whose columns sum to 1 corrects the probabilities of Bayes factor
// scoring.
struct AdaptedAnswer {
  std::array<double, 4> confusion;  // M, row by row; row 1: the answer "same author"
  double probability = 0;
  double loss = 0;
  std::array<double, 4> to_logits;
};
// Returns the loss -ln(p of the truth + 1e-8) + .105 sum of M ln max(M, 1e-6), with its parts. probability:
// of Bayes factor scoring, a constant here.
AdaptedAnswer adapted(std::span<const float> logits, double probability, bool same);

// -ln of the sigmoid's probability of the truth, and its gradient to the score.
struct LogisticLoss {
  double probability, loss, to_score;
};
LogisticLoss logistic_loss(double score, bool truth);

}  // namespace standfast
