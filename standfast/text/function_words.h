// Function words (articles, pronouns, prepositions, conjunctions, auxiliaries ...) by language: the words
// that show habit rather than subject.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace standfast {

// Returns English words of closed classes: articles, pronouns, prepositions, conjunctions, auxiliaries,
// particles, quantifiers, adverbs of grammar.
std::span<const std::string_view> english_function_words();

struct FunctionWords {
  std::string_view code, language;      // ISO 639-1 and the English name: "de", "German"
  std::vector<std::string_view> words;  // in lower case and NFC, each once
  std::unordered_set<std::string_view> index;
  // word: in lower case and NFC.
  bool contains(std::string_view word) const { return index.contains(word); }
};

// Returns the built-in lists, English first, the others by code.
std::span<const FunctionWords> function_word_lists();

// Finds the list of a code; null where there is none. "nb" and "nn" are Norwegian, too.
const FunctionWords* find_function_words(std::string_view code);

// Lists the codes of all lists, for messages: "en, da, de".
std::string function_word_codes();

}  // namespace standfast
