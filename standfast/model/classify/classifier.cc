#include "standfast/model/classify/classifier.h"

namespace standfast {

Result<FloatMatrix> Classifier::represent(const DocumentView&, const ClassifierContext&) const {
  return usage_error(
      "this classifier gives no vectors of documents (standfast ls --long shows which classifiers represent "
      "documents)");
}

Result<FloatMatrix> Classifier::predict_with_units(const DocumentView&, const ClassifierContext&,
                                                   DenseMatrix&) const {
  return usage_error(
      "this classifier has no hidden units (standfast ls --long shows which classifiers have some)");
}

Result<std::vector<Rationale>> Classifier::predict_with_rationales(const DocumentView&,
                                                                   const ClassifierContext&,
                                                                   DenseMatrix&) const {
  return usage_error(
      "this classifier gives no rationales (standfast ls --long shows which classifiers give some)");
}

}  // namespace standfast
