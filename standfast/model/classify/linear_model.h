// Classifiers whose answers are the softmax of scores that are linear in features of the document, for those who want
// to see the weights: score(c) = bias[c] + sum over features j of weights(j, c) * x_j, x a row of DocumentFeatures.
//
// Duties, checked for every classifier that is one by tests/attribution/linear_model_test.cc: the softmax of these scores
// over `classes` is the answer, to 1e-9; the classes that are not named get 0.
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/feature/document/document_features.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

struct LinearView {
  const DocumentFeatures* features =
      nullptr;                    // of the classifier, as long as it is neither fitted anew nor gone
  bool presence = false;          // a value of x above 0 counts as 1
  std::vector<uint32_t> classes;  // places in the label set: those that can be answered
  DenseMatrix weights;            // features x classes
  std::vector<double> bias;       // by class
};

class LinearModel {
 public:
  virtual ~LinearModel() = default;
  // A usage error before fit.
  virtual Result<LinearView> linear() const = 0;
  // Itself, or the model that it has fitted and that answers for it; null where its answers are not linear.
  virtual const LinearModel* answering() const { return this; }
};

// The classifier as a linear model; null where it is none.
inline const LinearModel* linear_model(const Classifier& classifier) {
  const auto* const linear = dynamic_cast<const LinearModel*>(&classifier);
  return linear == nullptr ? nullptr : linear->answering();
}

// Weights that stand class by class (a column more: intercepts, not taken), of the classes with training documents.
LinearView linear_view_of(const DocumentFeatures& features, const DenseMatrix& by_class,
                          const std::vector<double>& bias, const std::vector<uint64_t>& documents,
                          bool presence);

}  // namespace standfast
