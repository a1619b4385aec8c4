// k-fold over the groups of one column: what topic-k-fold and author-k-fold have in common.
#pragma once

#include <string>

#include "standfast/corpus/corpus.h"
#include "standfast/split/splitter.h"

namespace standfast {

struct GroupKFoldKind {
  std::string name, summary, citation;
  Role role = Role::topic;
  bool balance_documents = false;       // default of the option balance: documents, else groups
  bool author_disjoint_option = false;  // whether it makes a difference
  std::string reason;                   // with {} for the number of folds
};

SplitterCatalog::Entry group_k_fold_entry(const GroupKFoldKind& kind);

}  // namespace standfast
