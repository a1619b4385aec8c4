// Tokens of texts for O2D2, cleaned as in its released code (Boenninghoff et al. 2021, O2D2:
// Out-of-distribution detector to capture undecidable trials in authorship verification; preprocessing of the
// repository). Case is kept.
//
// The cleaned text is cut by words/word_tokens.h. The released code uses spaCy's English tokenizer, whose
// lists of exceptions are not reproduced here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace standfast {

// Cleans a text, valid UTF-8: double quotes become single ones; runs of two or more ' - . ! , ~ become ' ',
// --, .., !!, ,, and ~~ between spaces; a character occurs at most three times in a row; punctuation (! ? . -
// : , and parentheses) is separated from adjacent letters.
std::string o2d2_cleaned(std::string_view text);

// Returns the tokens of the cleaned text.
std::vector<std::string> o2d2_tokens(std::string_view text);

}  // namespace standfast
