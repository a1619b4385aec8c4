// k-fold cross-validation over the groups of one column, the common part of topic-k-fold and author-k-fold.
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
  bool balance_documents = false;       // default of the option balance: documents if true, else groups
  bool author_disjoint_option = false;  // the option author-disjoint is offered
  std::string reason;                   // with {} for the number of folds
};

// Deals whole groups to folds, once per repeat. noun: the name of a group in messages. fold_of(rng): draws
// the fold of each group, anew for each repeat. A data error if there are fewer groups than folds.
Status deal_groups(SplitBuilder& builder, const Corpus& corpus, const std::string& method,
                   const std::string& noun, const FoldCounts& counts,
                   const std::vector<std::vector<uint32_t>>& groups, uint64_t seed,
                   const std::function<std::vector<uint32_t>(Rng&)>& fold_of);

SplitterCatalog::Entry group_k_fold_entry(const GroupKFoldKind& kind);

}  // namespace standfast
