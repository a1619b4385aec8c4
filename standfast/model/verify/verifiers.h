// The entries of verifiers(), each in a file of its own, and the option of verifiers over words.
#pragma once

#include "standfast/base/option_table.h"
#include "standfast/model/verify/verifier.h"

namespace standfast {

VerifierCatalog::Entry char_ngram_entry();
VerifierCatalog::Entry delta_entry();
VerifierCatalog::Entry embedding_entry();
VerifierCatalog::Entry prior_entry();
VerifierCatalog::Entry topic_fit_entry();
VerifierCatalog::Entry cng_entry();
VerifierCatalog::Entry compression_entry();
VerifierCatalog::Entry imposters_entry();
VerifierCatalog::Entry unmasking_entry();
VerifierCatalog::Entry luar_entry();
VerifierCatalog::Entry o2d2_entry();
VerifierCatalog::Entry command_entry();

// Adds the option for texts whose words are separated by spaces in advance. Document features have the same
// two rules, and a third, under the name "words". between_spaces: the member that it sets.
template <class Struct>
void add_word_rule(OptionTable<Struct>& table, bool Struct::*between_spaces) {
  table.words(
      "word-rule", between_spaces, {{"letters", false}, {"spaces", true}},
      "letters: words are runs of letters, numbers and underscores, cut by dictionaries in scripts without "
      "spaces; spaces: words are the parts between whitespace, for texts that are cut into words");
}

}  // namespace standfast
