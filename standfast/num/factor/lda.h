// Latent Dirichlet allocation by batch variational Bayes (Blei, Ng and Jordan 2003; Hoffman, Blei and Bach
// 2010): a document is a mixture of topics, a topic a distribution over words.
//
// In each iteration every document's proportions are fitted to the topics as they are (until their mean
// change is below change_tol, at most inner_iterations times), then the topics to all documents. The method
// of scikit-learn's learning_method "batch", and its defaults; but a document always begins with equal parts,
// where scikit-learn draws them while it fits, so that a result is free of the order of documents.
//
// Numbers are float32. Time: O(iterations * inner * nnz * components). The same bytes for any number of
// threads.
#pragma once

#include <cstdint>

#include "standfast/base/sink.h"
#include "standfast/num/kernel/csr.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

struct LdaOptions {
  uint32_t components = 50;  // >= 1
  uint32_t iterations = 10;  // >= 1
  uint32_t inner_iterations = 100;
  double change_tol = 1e-3;
  double document_prior = 0;  // 0 stands for 1 / components
  double word_prior = 0;      // 0 stands for 1 / components
};

struct Lda {
  FloatMatrix documents;  // rows of the counts x components: proportions, each row adds up to 1
  FloatMatrix
      words;  // columns of the counts x components: a column is a topic's distribution, adding up to 1
  // columns of the counts x components: exp of the expected log probability of a word in a topic, up to a
  // factor of each word that cancels. What lda_proportions needs.
  FloatMatrix weights;
  double perplexity =
      0;  // exp of minus the mean log probability of a counted word, by the two point estimates
};

// counts: no negative values, at least one row and column. The topics begin as draws from Gamma(100, 1 /
// 100).
Lda lda(const CsrMatrix& counts, const LdaOptions& options, uint64_t seed, int threads, Sink& sink);

// Proportions of documents in the topics of a fit, which stay as they are; for the documents of the fit the
// same bytes as `documents`. A row does not depend on the others. options: as in the fit.
FloatMatrix lda_proportions(const CsrMatrix& counts, const FloatMatrix& weights, const LdaOptions& options,
                            int threads);

}  // namespace standfast
