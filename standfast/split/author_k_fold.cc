#include "standfast/split/author_k_fold.h"

#include "standfast/split/group_k_fold.h"

namespace standfast {

SplitterCatalog::Entry author_k_fold_splitter() {
  return group_k_fold_entry({
      .name = "author-k-fold",
      .summary = "Whole authors into k folds: each fold tests on authors that training never saw.",
      .citation = "",
      .role = Role::author,
      .balance_documents = true,
      .author_disjoint_option = false,
      .reason = "{} folds of whole authors: no author is on both sides; topics are.",
  });
}

}  // namespace standfast
