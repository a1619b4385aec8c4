// The normal form in which the texts of a corpus were read. Defined in corpus.cc, as a corpus keeps it; so
// the corpus is only named here.
#pragma once

#include <optional>
#include <string>

#include "standfast/text/reading_form.h"

namespace standfast {

class Corpus;

// Returns the form; nothing if the corpus was made in memory.
std::optional<ReadingForm> form_of(const Corpus& corpus);
void set_form(Corpus& corpus, const ReadingForm& form);

// Computes Corpus::data_hash() of the same documents, had their texts been brought into this form.
std::string hash_in_form(const Corpus& corpus, const ReadingForm& form);

}  // namespace standfast
