// N-gram-cluster split: documents are clustered by the words and phrases that they share, and whole clusters are
// tested, within exact quotas of the classes. So the vocabulary shifts from train to test. After Broscheit, Do,
// Gaspers 2022 ("Distributionally robust finetuning BERT for covariate drift in spoken language understanding", ACL),
// who cluster n-gram features; their exact features and sizes are not known to us, so these are our own:
//
// tf-idf of words, pairs and triples of words; a truncated SVD of it; rows scaled to length 1, so that k-means on them
// is spherical up to the length of the centres; the set of clusters that comes nearest to the quotas (subset_sum.h). With folds: all clusters of one clustering, dealt to
// k folds as evenly as was found in documents and in each class (fold_balance.h).
#pragma once

#include "standfast/split/splitter.h"

namespace standfast {

SplitterCatalog::Entry ngram_cluster_split_splitter();

}  // namespace standfast
