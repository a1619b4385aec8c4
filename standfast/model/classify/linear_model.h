// Access to the weights of linear classifiers, whose answers are the softmax of scores that are linear in
// features of the document: score(c) = bias[c] + sum over features j of weights(j, c) * x_j, x a row of
// DocumentFeatures.
//
// Duties, checked for every linear classifier by tests/attribution/linear_model_test.cc: the softmax of these
// scores over `classes` is the answer, to 1e-9; other classes get 0.
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/feature/document/document_features.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

struct LinearView {
  // Owned by the classifier; valid until it is fitted again or destroyed.
  const DocumentFeatures* features = nullptr;
  bool presence = false;          // a value of x above 0 counts as 1
  std::vector<uint32_t> classes;  // places in the label set of the classes that can be answered
  DenseMatrix weights;            // features x classes
  std::vector<double> bias;       // by class
};

class LinearModel {
 public:
  virtual ~LinearModel() = default;
  // Returns the weights. A usage error before fit.
  virtual Result<LinearView> linear() const = 0;
  // Returns the model itself, or the fitted model that answers for it; null if its answers are not linear.
  virtual const LinearModel* answering() const { return this; }
};

// Returns the classifier as a linear model; null if it is none.
inline const LinearModel* linear_model(const Classifier& classifier) {
  const auto* const linear = dynamic_cast<const LinearModel*>(&classifier);
  return linear == nullptr ? nullptr : linear->answering();
}

// Returns a view of weights that are stored class by class (an extra column of intercepts is ignored), for
// the classes with training documents.
LinearView linear_view_of(const DocumentFeatures& features, const DenseMatrix& by_class,
                          const std::vector<double>& bias, const std::vector<uint64_t>& documents,
                          bool presence);

}  // namespace standfast
