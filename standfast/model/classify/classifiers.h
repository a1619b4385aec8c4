// The entries of classifiers(), each in a file of its own.
#pragma once

#include "standfast/model/classify/classifier.h"

namespace standfast {

ClassifierCatalog::Entry char_ngram_classifier_entry();
ClassifierCatalog::Entry class_prior_entry();
ClassifierCatalog::Entry linear_svm_classifier_entry();
ClassifierCatalog::Entry low_rank_maxent_entry();
ClassifierCatalog::Entry naive_bayes_entry();
ClassifierCatalog::Entry nearest_centroid_entry();
ClassifierCatalog::Entry a2r_entry();
ClassifierCatalog::Entry cr_classifier_entry();
ClassifierCatalog::Entry transformer_classifier_entry();
ClassifierCatalog::Entry ppm_classifier_entry();
ClassifierCatalog::Entry checkpoint_classifier_entry();
ClassifierCatalog::Entry command_classifier_entry();
ClassifierCatalog::Entry afr_entry();
ClassifierCatalog::Entry dfr_entry();
ClassifierCatalog::Entry group_dro_entry();
ClassifierCatalog::Entry jtt_entry();
ClassifierCatalog::Entry reweight_groups_entry();
ClassifierCatalog::Entry subsample_groups_entry();

}  // namespace standfast
