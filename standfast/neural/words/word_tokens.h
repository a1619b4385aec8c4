// Tokens of texts for networks that learn or are given a vector for each word: words and marks, about as treebanks cut them.
//
// White space tells tokens apart; then punctuation at the edges, a token a mark, and English clitics (n't, 's, 're, 've, 'll, 'd,
// 'm) are cut off. Runs of scripts that put no spaces between words are cut by a dictionary (text/words.h).
#pragma once

#include <string_view>
#include <vector>

namespace standfast {

// In order, as parts of the text, which is valid UTF-8. Whatever is not white space belongs to a token.
std::vector<std::string_view> word_tokens(std::string_view text);

}  // namespace standfast
