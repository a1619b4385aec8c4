#include "standfast/model/classify/classifier.h"

namespace standfast {

Result<FloatMatrix> Classifier::represent(const DocumentView&, const ClassifierContext&) const {
  return usage_error(
      "this classifier gives no vectors of documents (standfast ls --long shows which classifiers represent "
      "documents)");
}

}  // namespace standfast
