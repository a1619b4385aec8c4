// Detection of the language of a corpus, by its scripts and its function words.
//
// Within the script that most words are in, the language is the list of function words (function_words.h)
// that covers the largest share of the words, if that share is at least the share in running text of the
// language, and if words which only this list has are three times as many as words which only the list of the
// runner-up has. A script that only one language is written in names the language without a list (Japanese:
// Han with kana).
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "standfast/base/result.h"
#include "standfast/text/function_words.h"

namespace standfast {

struct TextLanguage {
  std::string code, name;                // ISO 639-1 and in English: "ja", "Japanese"; "": unknown
  const FunctionWords* words = nullptr;  // null: there is no list
  std::string why;  // the shares: "34 % of the words are German function words, 8 % Dutch ones"
};

// Measures at most 500 of the texts, evenly spread, and at most the first 4 KiB of each. text: by place, in
// UTF-8 and NFC.
TextLanguage language_of(size_t texts, const std::function<std::string_view(size_t)>& text);

// Checks a user's statement of the language: the code of a list, or "none" for a language without one. A
// usage error lists the codes.
Status known_language(std::string_view code);

// Describes the result: "took the texts for German (de): 34 % of the words ...", or the reason why no
// language was found.
std::string in_words(const TextLanguage& language);

}  // namespace standfast
