#include "standfast/split/author_k_fold.h"
#include "standfast/split/author_topic_grid.h"
#include "standfast/split/k_fold.h"
#include "standfast/split/leave_one_topic_out.h"
#include "standfast/split/splitter.h"
#include "standfast/split/stratified_k_fold.h"
#include "standfast/split/temporal.h"
#include "standfast/split/topic_confusion.h"
#include "standfast/split/topic_k_fold.h"

namespace standfast {

// Adding a splitter: its file, a line here, its test.
const SplitterCatalog& splitters() {
  static const SplitterCatalog catalog(
      "splitter", {k_fold_splitter(), stratified_k_fold_splitter(), author_k_fold_splitter(),
                   topic_k_fold_splitter(), leave_one_topic_out_splitter(), author_topic_grid_splitter(),
                   topic_confusion_splitter(), temporal_splitter()});
  return catalog;
}

}  // namespace standfast
