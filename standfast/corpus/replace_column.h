// One column of a corpus in another coding. Defined in corpus.cc, as a corpus keeps it; so the corpus is only named here.
#pragma once

#include <string_view>

#include "standfast/corpus/column.h"

namespace standfast {

class Corpus;

// name: of a role or of a category attribute that the corpus has. column: one code for each document. To be called before anybody
// asks for the hash of the data.
void replace_column(Corpus& corpus, std::string_view name, Column column);

}  // namespace standfast
