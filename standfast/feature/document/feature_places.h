// Where features stand in a text, and which features follow from the words of a text one by one.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "standfast/feature/document/document_feature_options.h"
#include "standfast/feature/document/feature_weights.h"
#include "standfast/feature/ngram/tfidf_options.h"
#include "standfast/text/edit.h"

namespace standfast {

// One occurrence of the term of a column: bytes [begin, end) of the text. An n-gram of words reaches from its first
// word to its last. A word reaches from its first word character to its last, so that "(it's)" stands at "it's".
struct FeaturePlace {
  uint32_t column = 0, begin = 0, end = 0;
};

// How a row follows from the terms of a text when each term stands within one word or is one character, so that the
// terms of a text without some of its words are those of the others: value = count * idf, divided by the norm.
struct WordBag {
  std::vector<double> idf;  // by column; empty: all 1
  Norm norm = Norm::none;
  bool binary = false;  // the count is 0 or 1
  WordRule words = WordRule::letters;
};

// The units that n-grams of a text consist of, each with the bytes it comes from: words, or prepared characters.
struct TextUnit {
  uint32_t begin = 0, end = 0;
};
// edit: what is done to a text before its words are read by the rule (null: nothing).
std::vector<TextUnit> word_units(std::string_view text, const TextEdit* edit, const TfidfOptions& options,
                                 WordRule rule);
std::vector<TextUnit> character_units(std::string_view text, bool lower_case);

}  // namespace standfast
