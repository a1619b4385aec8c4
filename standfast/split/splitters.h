// The entries of splitters(), each defined in a file of its own.
#pragma once

#include <cstdint>

#include "standfast/split/splitter.h"

namespace standfast {

// The largest number of documents that cluster-k-fold takes. Linkage compares all pairs; this many documents
// take 800 MB.
inline constexpr uint32_t kMostClustered = 10'000;

SplitterCatalog::Entry author_k_fold_splitter();
SplitterCatalog::Entry author_topic_grid_splitter();
SplitterCatalog::Entry cluster_k_fold_splitter();
SplitterCatalog::Entry given_splitter();
SplitterCatalog::Entry hold_out_splitter();
SplitterCatalog::Entry k_fold_splitter();
SplitterCatalog::Entry closest_split_splitter();
SplitterCatalog::Entry least_similar_split_splitter();
SplitterCatalog::Entry minority_split_splitter();
SplitterCatalog::Entry ngram_cluster_split_splitter();
SplitterCatalog::Entry subset_sum_split_splitter();
SplitterCatalog::Entry leave_groups_out_splitter();
SplitterCatalog::Entry leave_one_topic_out_splitter();
SplitterCatalog::Entry multilabel_k_fold_splitter();
SplitterCatalog::Entry score_split_splitter();
SplitterCatalog::Entry stratified_group_k_fold_splitter();
SplitterCatalog::Entry stratified_k_fold_splitter();
SplitterCatalog::Entry temporal_splitter();
SplitterCatalog::Entry topic_k_fold_splitter();

}  // namespace standfast
