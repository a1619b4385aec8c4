#include "standfast/model/classify/classifier.h"
#include "standfast/model/classify/classifiers.h"
#include "standfast/model/classify/maxent.h"

namespace standfast {

// To add a classifier: write its file, a line here, and its test.
const ClassifierCatalog& classifiers() {
  static const ClassifierCatalog catalog(
      "classifier",
      {class_prior_entry(), maxent_entry(), low_rank_maxent_entry(), naive_bayes_entry(),
       linear_svm_classifier_entry(), nearest_centroid_entry(), char_ngram_classifier_entry(),
       ppm_classifier_entry(), command_classifier_entry(), checkpoint_classifier_entry(),
       transformer_classifier_entry(), a2r_entry(), cr_classifier_entry(), subsample_groups_entry(),
       reweight_groups_entry(), group_dro_entry(), jtt_entry(), dfr_entry(), afr_entry()});
  return catalog;
}

std::vector<TraitLine> describe(const ClassifierTraits& t) {
  return trait_lines<ClassifierTraits>(
      TraitLine{"deterministic", "the seed has no effect", t.deterministic},
      TraitLine{"probabilities", "its answers are estimates of probability", t.probabilities},
      TraitLine{"starts", "a fit can start from an earlier fit", t.starts},
      TraitLine{"chance", "its score is the score of guessing", t.chance},
      TraitLine{"takes_weights", "training documents may have weights", t.weights},
      TraitLine{"in_batches", "learns in random batches: a weight of 2 differs from a document given twice",
                t.in_batches},
      TraitLine{"represents_documents", "gives the vectors of documents behind its answers", t.represents},
      TraitLine{"hidden_units", "these vectors are hidden units, not scores of classes", t.hidden_units},
      TraitLine{"rationales", "answers from a part of a document that it chooses and reports", t.rationales},
      TraitLine{"abstains", "may give no answer to a document", t.abstains},
      TraitLine{"pretrained", "is not trained here: it answers as it was loaded", t.pretrained},
      TraitLine{"wraps", "trains another classifier that an option names", t.wraps},
      TraitLine{"uses_validation", "uses validation documents if there are some", t.uses_validation},
      TraitLine{"needs_groups", "training documents need groups, or groups = inferred",
                t.needs_groups != nullptr},
      TraitLine{"needs_validation", "some options need validation documents", t.needs_validation != nullptr});
}

}  // namespace standfast
