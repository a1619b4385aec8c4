// Sides other than the test documents: which documents of a corpus belong to them.
#pragma once

#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

// Keeps the documents of the sides of a study's corpus apart. Errors: the corpus lacks a column, a side has
// no documents, no documents are left for folds, or a document is on two sides.
Status keep_sides_apart(const CorpusSpec& spec, Corpus& corpus);

}  // namespace standfast
