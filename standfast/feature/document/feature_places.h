// Places of features in a text, and features that follow from the words of a text one by one.
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

// An occurrence of the term of a column: bytes [begin, end) of the text. An n-gram of words reaches from its
// first word to its last. A word reaches from its first word character to its last, so that "(it's)" stands
// at "it's".
struct FeaturePlace {
  uint32_t column = 0, begin = 0, end = 0;
};

// The rule from the terms of a text to a row when each term stands within one word or is one character, so
// that a text without some of its words has the terms of its other words: value = count * idf, divided by the
// norm.
struct WordBag {
  std::vector<double> idf;  // by column; empty: all 1
  Norm norm = Norm::none;
  bool binary = false;  // the count is 0 or 1
  WordRule words = WordRule::letters;
};

// A unit of the n-grams of a text, with the bytes it comes from: a word, or a prepared character.
struct TextUnit {
  uint32_t begin = 0, end = 0;
};
// Returns the words of a text. edit: the change of a text before its words are read by the rule (null: none).
std::vector<TextUnit> word_units(std::string_view text, const TextEdit* edit, const TfidfOptions& options,
                                 WordRule rule);
std::vector<TextUnit> character_units(std::string_view text, bool lower_case);

}  // namespace standfast
