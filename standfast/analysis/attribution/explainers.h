// The entries of explainers(), each defined in a file of its own, and the arithmetic of linear-shap.
#pragma once

#include <span>

#include "standfast/analysis/attribution/explainer.h"
#include "standfast/num/kernel/buffer.h"
#include "standfast/num/kernel/csr.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

ExplainerCatalog::Entry linear_explainer();
ExplainerCatalog::Entry partition_explainer();
ExplainerCatalog::Entry permutation_explainer();
ExplainerCatalog::Entry occlusion_explainer();

// Exact Shapley values of linear scores: feature j of row i adds weights(j, c) * (x_ij - mean_j) to score c,
// in every order of the features, so this is its Shapley value (Lundberg and Lee 2017, corollary 1, with
// feature values fixed and absent features at their mean).

// Returns the shares of the entries of x: entries x classes numbers, entry by entry. weights: features x
// classes. mean: by feature, or empty for zeros. The contribution of features without an entry, -mean_j *
// weights(j, c), is not included.
Buffer<double> linear_shares(const CsrMatrix& x, const DenseMatrix& weights, std::span<const double> mean,
                             int threads);

}  // namespace standfast
