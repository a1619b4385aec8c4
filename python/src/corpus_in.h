// A corpus in the hands of Python.
#pragma once

#include "standfast/corpus/corpus.h"

namespace standfast::python {

struct HeldCorpus {
  Corpus corpus;
  bool has_texts = true;  // false: only columns were given (a matrix of features), and every text is ""
  bool has_ids = false;   // false: ids are made from row numbers
};

}  // namespace standfast::python
