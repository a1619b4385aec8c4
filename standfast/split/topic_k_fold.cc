#include "standfast/split/topic_k_fold.h"

#include "standfast/split/group_k_fold.h"

namespace standfast {

SplitterCatalog::Entry topic_k_fold_splitter() {
  return group_k_fold_entry({
      .name = "topic-k-fold",
      .summary = "Whole topics into k folds: each fold tests on topics that training never saw.",
      .citation = "Sawatphol et al. 2024 (TACL), section 4.1",
      .role = Role::topic,
      .author_disjoint_option = true,
      .reason = "{} folds of whole topics: no topic is on both sides; authors may be.",
  });
}

}  // namespace standfast
