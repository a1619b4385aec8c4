// Sides beside the test documents: which documents of a corpus they hold.
#pragma once

#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

// Keeps the documents of the sides of a study's corpus apart. Errors: a column that the corpus does not have,
// a side without documents, nothing left for folds.
Status keep_sides_apart(const CorpusSpec& spec, Corpus& corpus);

}  // namespace standfast
