#include "standfast/model/char_ngram_classifier.h"
#include "standfast/model/class_prior.h"
#include "standfast/model/classifier.h"
#include "standfast/model/command_classifier.h"
#include "standfast/model/linear_svm_classifier.h"
#include "standfast/model/maxent.h"
#include "standfast/model/naive_bayes.h"
#include "standfast/model/nearest_centroid.h"
#include "standfast/model/ppm_classifier.h"

namespace standfast {

// Adding a classifier: its file, a line here, its test.
const ClassifierCatalog& classifiers() {
  static const ClassifierCatalog catalog(
      "classifier", {class_prior_entry(), maxent_entry(), naive_bayes_entry(), linear_svm_classifier_entry(),
                     nearest_centroid_entry(), char_ngram_classifier_entry(), ppm_classifier_entry(),
                     command_classifier_entry()});
  return catalog;
}

}  // namespace standfast
