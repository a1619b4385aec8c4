#include "standfast/model/class_prior.h"
#include "standfast/model/classifier.h"
#include "standfast/model/maxent.h"

namespace standfast {

// Adding a classifier: its file, a line here, its test.
const ClassifierCatalog& classifiers() {
  static const ClassifierCatalog catalog("classifier", {class_prior_entry(), maxent_entry()});
  return catalog;
}

}  // namespace standfast
