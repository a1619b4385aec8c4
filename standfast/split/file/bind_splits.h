// Binding of a split read from a file to the rows of a corpus.
#pragma once

#include <string>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/corpus/corpus.h"
#include "standfast/split/file/splits_file.h"

namespace standfast {

struct Splits {
  Sample sample;
  Split split;
};
// Finds every row and name in the corpus; an error names the one that is missing. Does not compare the hash.
Result<Splits> bind_splits(const SplitsFile& file, const Corpus& corpus);

// Binds the split, but refuses a fold that names a document twice or on two sides, and a file made for other
// data; with unit "id" other data only cause a warning.
Result<Splits> bind_splits_of(const SplitsFile& file, const Corpus& corpus, Sink& sink);
// Reads a splits.json and binds it with bind_splits_of.
Result<Splits> read_splits(const std::string& path, const Corpus& corpus, Sink& sink);

}  // namespace standfast
