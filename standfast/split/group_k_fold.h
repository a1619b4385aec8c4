// k-fold over the groups of one column: what topic-k-fold and author-k-fold have in common.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "standfast/corpus/corpus.h"
#include "standfast/split/folds.h"
#include "standfast/split/splitter.h"

namespace standfast {

struct GroupKFoldKind {
  std::string name, summary, citation;
  Role role = Role::topic;
  bool balance_documents = false;       // default of the option balance: documents, else groups
  bool author_disjoint_option = false;  // whether it makes a difference
  std::string reason;                   // with {} for the number of folds
};

// Whole groups into folds, repeats times, whatever the groups are. noun: what one of them is called.
// fold_of(rng): the fold of each group, drawn afresh each time. A data error where groups are fewer than
// folds.
Status deal_groups(SplitBuilder& builder, const Corpus& corpus, const std::string& method,
                   const std::string& noun, const FoldCounts& counts,
                   const std::vector<std::vector<uint32_t>>& groups, uint64_t seed,
                   const std::function<std::vector<uint32_t>(Rng&)>& fold_of);

SplitterCatalog::Entry group_k_fold_entry(const GroupKFoldKind& kind);

}  // namespace standfast
