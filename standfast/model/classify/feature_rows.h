// Helpers of classifiers over document features: learning the features, and linear answers.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "standfast/feature/document/document_features.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/num/kernel/csr.h"

namespace standfast {

struct OrderedDocuments;

using FeatureRows = std::shared_ptr<const CsrMatrix>;

// Learns the features of the texts, or takes them from the memo of the context; errors begin with the owner's
// name. No texts: a data error.
Status fit_features(const std::string& owner, DocumentFeatures& features,
                    std::span<const std::string_view> texts, const ClassifierContext& context);

// Returns the documents as rows, computed or from the memo of the context.
FeatureRows feature_rows(const DocumentFeatures& features, std::span<const std::string_view> texts,
                         const ClassifierContext& context);
FeatureRows feature_rows(const DocumentFeatures& features, const DocumentView& documents,
                         const ClassifierContext& context);

// Learns the features of all training documents and returns their rows; of OrderedDocuments only the rows
// with a weight above 0.
Result<FeatureRows> fit_feature_rows(const std::string& owner, DocumentFeatures& features,
                                     const OrderedDocuments& train, const ClassifierContext& context);
Result<FeatureRows> fit_feature_rows(const std::string& owner, DocumentFeatures& features,
                                     const DocumentView& train, const ClassifierContext& context);

// Computes row i of out: softmax over the classes with training documents (class_rows.h) of bias[c] + sum
// over the entries of row i of value * weights[c][column], entries in order. presence: a value above 0 counts
// as 1. weights may have more columns than x.
void linear_answers(const CsrMatrix& x, const DenseMatrix& weights, std::span<const double> bias,
                    std::span<const uint64_t> documents, bool presence, int threads, DenseMatrix& out);

// Returns the scores before the softmax of linear_answers, for the classes with training documents.
FloatMatrix linear_scores(const CsrMatrix& x, const DenseMatrix& weights, std::span<const double> bias,
                          std::span<const uint64_t> documents, bool presence, int threads);

}  // namespace standfast
