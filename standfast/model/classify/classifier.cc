#include "standfast/model/classify/classifier.h"

namespace standfast {

Result<FloatMatrix> Classifier::represent(const DocumentView&, const ClassifierContext&) const {
  return usage_error(
      "this classifier has no vectors of documents to give (standfast ls --long shows which classifiers "
      "represent)");
}

}  // namespace standfast
