// Tokens of texts for O2D2, as its released code cleans them (Boenninghoff et al. 2021, O2D2: Out-of-distribution detector to
// capture undecidable trials in authorship verification; preprocessing of the repository). Case is kept.
//
// The cleaned text is cut as words/word_tokens.h says. The released code has spaCy's English tokenizer, whose lists of exceptions
// this is not.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace standfast {

// Cleans a text, valid UTF-8: double quotes become single ones; runs of two or more ' - . ! , ~ become ' ', --, .., !!, ,, and
// ~~ between spaces; a character stands three times in a row at most; punctuation (! ? . - : , and parentheses) is parted from
// the letters beside it.
std::string o2d2_cleaned(std::string_view text);

// The tokens of the cleaned text.
std::vector<std::string> o2d2_tokens(std::string_view text);

}  // namespace standfast
