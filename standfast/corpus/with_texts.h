// Replacement of the texts of a corpus. Defined in corpus.cc, where alone it is known what can be shared; so
// the corpus is only named here.
#pragma once

#include <span>
#include <string>

namespace standfast {

class Corpus;

// Returns the same documents (name, ids, columns, order, sides that are kept apart) with other texts. texts:
// by row, null where the text stays; valid UTF-8, shorter than 4 GiB. Unchanged texts are not copied: both
// corpora hold their memory, and either may go first.
Corpus with_texts(const Corpus& corpus, std::span<const std::string* const> texts);

}  // namespace standfast
