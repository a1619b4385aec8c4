// What classifiers over document features share: learning them, and answers that are linear in them.
#pragma once

#include <span>
#include <string>

#include "standfast/feature/document/document_features.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/num/kernel/csr.h"

namespace standfast {

// Learns the features of the training documents and returns those; errors begin with the owner's name. No
// documents: a data error.
Result<CsrMatrix> fit_features(const std::string& owner, DocumentFeatures& features,
                               const DocumentView& train, int threads);

// Row i of out: softmax over the classes with training documents (class_rows.h) of
// bias[c] + sum over the entries of row i of value * weights[c][column], entries in order. presence: a value
// above 0 counts as 1. weights may have more columns than x.
void linear_answers(const CsrMatrix& x, const DenseMatrix& weights, std::span<const double> bias,
                    std::span<const uint64_t> documents, bool presence, int threads, DenseMatrix& out);

// The scores that linear_answers puts into the softmax, of the classes with training documents.
FloatMatrix linear_scores(const CsrMatrix& x, const DenseMatrix& weights, std::span<const double> bias,
                          std::span<const uint64_t> documents, bool presence, int threads);

}  // namespace standfast
