// Neither an author nor a topic on both sides: authors and topics are each cut into blocks, and every block
// of topics crossed with every block of authors is tested once. Train is what shares neither with the test
// side, so documents that share one of the two sit the fold out.
#pragma once

#include "standfast/split/splitter.h"

namespace standfast {

SplitterCatalog::Entry author_topic_grid_splitter();

}  // namespace standfast
