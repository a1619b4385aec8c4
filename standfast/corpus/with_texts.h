// Replacement of the texts of a corpus. Defined in corpus.cc, where alone it is known what can be shared; so
// the corpus is only named here.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "standfast/corpus/column.h"

namespace standfast {

class Corpus;

// Returns the same documents (name, ids, columns, order, sides that are kept apart) with other texts. texts:
// by row, null where the text stays; valid UTF-8, shorter than 4 GiB. Unchanged texts are not copied: both
// corpora hold their memory, and either may go first.
Corpus with_texts(const Corpus& corpus, std::span<const std::string* const> texts);

// Replacement of one column of a corpus by another coding. Defined in corpus.cc, as a corpus keeps it; so the
// corpus is only named here.

class Corpus;

// Replaces a column. name: of a role or of a category attribute that the corpus has. column: one code for
// each document. To be called before the hash of the data is asked for.
void replace_column(Corpus& corpus, std::string_view name, Column column);

}  // namespace standfast
