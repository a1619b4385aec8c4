// k-fold over the groups of one column: what topic-k-fold and author-k-fold have in common.
#pragma once

#include <string>

#include "standfast/corpus/corpus.h"
#include "standfast/split/splitter.h"

namespace standfast {

struct GroupKFoldKind {
  std::string name, summary, citation;
  Role role = Role::topic;
  std::string balance;  // default of the option: "<role>s" or "documents"
  bool author_disjoint_option = false;
  std::string reason;  // with {} for the number of folds
};

SplitterCatalog::Entry group_k_fold_entry(const GroupKFoldKind& kind);

}  // namespace standfast
