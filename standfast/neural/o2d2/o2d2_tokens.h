// Tokens of texts for O2D2, as its released code cleans them (Boenninghoff et al. 2021, O2D2: Out-of-distribution detector to
// capture undecidable trials in authorship verification; preprocessing of the repository). Case is kept.
//
// Tokens are told apart by white space, then punctuation at the edges and English clitics (n't, 's, 're, 've, 'll, 'd, 'm) are
// cut off. The released code has spaCy's English tokenizer, whose lists of exceptions this is not. Runs of scripts that put no
// spaces between words are cut by a dictionary (text/words.h).
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
