// Latent Dirichlet allocation by batch variational Bayes (Blei, Ng and Jordan 2003; Hoffman, Blei and Bach
// 2010). A document is a mixture of topics; a topic is a distribution over words.
//
// Each iteration has two parts. First every document's proportions are fitted to the current topics (until
// their mean change is below change_tol, at most inner_iterations times). Then the topics are fitted to all
// documents. This is the method of scikit-learn's learning_method "batch", with its defaults. One difference:
// a document always begins with equal parts, while scikit-learn draws them during the fit. So a result does
// not depend on the order of documents.
//
// Numbers are float32. Time: O(iterations * inner * nnz * components). The bytes are the same for any number
// of threads.
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
  double document_prior = 0;  // 0 means 1 / components
  double word_prior = 0;      // 0 means 1 / components
};

struct Lda {
  FloatMatrix documents;  // rows of the counts x components: proportions; each row adds up to 1
  FloatMatrix
      words;  // columns of the counts x components: each column is a topic's distribution and adds up to 1
  // columns of the counts x components: exp of the expected log probability of a word in a topic, up to a
  // factor for each word that cancels. lda_proportions needs it.
  FloatMatrix weights;
  double perplexity =
      0;  // exp of minus the mean log probability of a counted word, from both point estimates
};

// Fits the model. counts: no negative values, at least one row and column. The topics begin as draws from
// Gamma(100, 1 / 100).
Lda lda(const CsrMatrix& counts, const LdaOptions& options, uint64_t seed, int threads, Sink& sink);

// Computes the proportions of documents in the topics of a fit; the topics do not change. For the documents
// of the fit the bytes equal the bytes of `documents`. A row does not depend on the others. options: as in
// the fit.
FloatMatrix lda_proportions(const CsrMatrix& counts, const FloatMatrix& weights, const LdaOptions& options,
                            int threads);

}  // namespace standfast
