// Replacement of one column of a corpus by another coding. Defined in corpus.cc, as a corpus keeps it; so the
// corpus is only named here.
#pragma once

#include <string_view>

#include "standfast/corpus/column.h"

namespace standfast {

class Corpus;

// Replaces a column. name: of a role or of a category attribute that the corpus has. column: one code for
// each document. To be called before the hash of the data is asked for.
void replace_column(Corpus& corpus, std::string_view name, Column column);

}  // namespace standfast
