// Measures of style of one text that do not grow with its length, the kind on which earlier work tested
// whether an author's habits hold across topics.
//
// A word is a maximal run of word characters, a sentence as in feature/document/length_counts.h.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "standfast/text/function_words.h"

namespace standfast {

struct StyleMeasure {
  std::string_view name;     // kebab-case
  std::string_view meaning;  // with its unit
};

// The moving-average type-token ratio looks at windows of this many words (Covington, McFall 2010, Journal of
// Quantitative Linguistics 17); a text with fewer words has none.
inline constexpr size_t kMattrWindow = 50;

// Where the language of the texts is not clear (text/language.h), their words are measured as English if they are English
// function words by this share. Corpora of English have .42 to .61, of six other languages .02 to .05.
inline constexpr double kLeastEnglish = .2;

inline constexpr size_t kStyleMeasures = 12;
std::span<const StyleMeasure, kStyleMeasures> style_measures();
// The one that needs a list of the language, by its place among them.
size_t function_word_measure();

// One value a measure, in their order; nothing where the text does not have what is measured (no words, no
// letters, too few words).
std::array<std::optional<double>, kStyleMeasures> measure_style(
    std::string_view text, const FunctionWords& language = function_word_lists().front());

}  // namespace standfast
