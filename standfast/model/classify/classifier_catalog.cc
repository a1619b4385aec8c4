#include "standfast/model/classify/char_ngram_classifier.h"
#include "standfast/model/classify/class_prior.h"
#include "standfast/model/classify/classifier.h"
#include "standfast/model/classify/linear_svm_classifier.h"
#include "standfast/model/classify/maxent.h"
#include "standfast/model/classify/naive_bayes.h"
#include "standfast/model/classify/nearest_centroid.h"
#include "standfast/model/ppm/ppm_classifier.h"
#include "standfast/model/program/command_classifier.h"

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
