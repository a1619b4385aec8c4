// The option for texts whose words are separated by spaces in advance, for verifiers over words. Document
// features have the same two rules, and a third, under the name "words".
#pragma once

#include "standfast/base/option_table.h"

namespace standfast {

// Adds the option. between_spaces: the member that it sets.
template <class Struct>
void add_word_rule(OptionTable<Struct>& table, bool Struct::*between_spaces) {
  table.words(
      "word-rule", between_spaces, {{"letters", false}, {"spaces", true}},
      "letters: words are runs of letters, numbers and underscores, cut by dictionaries in scripts without "
      "spaces; spaces: words are the parts between whitespace, for texts that are cut into words");
}

}  // namespace standfast
