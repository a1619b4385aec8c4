// Least-Similar-Split: whole clusters are tested, chosen so that as little similarity as possible crosses from test to
// train, with a bounded size and bounded shares of the classes (least_cut.h). After DataSAIL (Joeres, Blumenthal,
// Kalinina 2025, Nature Communications 16), here for vectors of texts. With folds: whole clusters into k folds
// (least_parts.h). With a second column: documents whose cluster and whose group are both on one side
// (least_double_cut.h).
#pragma once

#include "standfast/split/splitter.h"

namespace standfast {

SplitterCatalog::Entry least_similar_split_splitter();

}  // namespace standfast
