// Measures of style of one text that do not grow with its length, of the kind used in earlier tests of the
// stability of an author's habits across topics.
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

// The window of the moving-average type-token ratio, in words (Covington, McFall 2010, Journal of
// Quantitative Linguistics 17); a text with fewer words has no ratio.
inline constexpr size_t kMattrWindow = 50;

// The least share of English function words. If the language of the texts is not clear (text/language.h),
// texts with at least this share are measured as English. Corpora of English have .42 to .61, of six other
// languages .02 to .05.
inline constexpr double kLeastEnglish = .2;

inline constexpr size_t kStyleMeasures = 12;
std::span<const StyleMeasure, kStyleMeasures> style_measures();
// Returns the index of the measure that needs a list of the language.
size_t function_word_measure();

// Returns one value for each measure, in their order; nothing if the measure is undefined for the text (no
// words, no letters, too few words).
std::array<std::optional<double>, kStyleMeasures> measure_style(
    std::string_view text, const FunctionWords& language = function_word_lists().front());

}  // namespace standfast
