// k-fold in which every fold has each class in proportion. With by=author, remainder=last this is the
// ordinary cross-validation against which novel topics were first measured: "10 % of every author's
// documents, the last fold also takes remainders".
#pragma once

#include "standfast/split/splitter.h"

namespace standfast {

SplitterCatalog::Entry stratified_k_fold_splitter();

}  // namespace standfast
