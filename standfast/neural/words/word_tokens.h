// Tokens for networks with word vectors: words and punctuation marks, roughly as in treebanks.
//
// White space separates tokens; then punctuation at the edges, a token a mark, and English clitics (n't, 's,
// 're, 've, 'll, 'd, 'm) are cut off. Runs of scripts that put no spaces between words are cut by a
// dictionary (text/words.h).
#pragma once

#include <string_view>
#include <vector>

namespace standfast {

// Returns the tokens in order, as parts of the text, which is valid UTF-8. Everything but white space belongs
// to a token.
std::vector<std::string_view> word_tokens(std::string_view text);

}  // namespace standfast
