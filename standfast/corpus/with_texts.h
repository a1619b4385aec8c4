// The documents of a corpus with other texts. Defined in corpus.cc: what is shared is known there alone.
#pragma once

#include <span>
#include <string>

#include "standfast/corpus/corpus.h"

namespace standfast {

// The same documents (name, ids, columns, order, sides that are kept apart). texts: by row, null where the text stays; valid
// UTF-8, shorter than 4 GiB. What stays is not copied: both corpora hold its memory, and either may go first.
Corpus with_texts(const Corpus& corpus, std::span<const std::string* const> texts);

}  // namespace standfast
