// What code points are, to the tokenizers of Hugging Face models. These count by old editions of Unicode, a
// different one in each of their parts, and models were trained with that. So here a code point that is younger
// than the edition counts as unassigned, whatever the Unicode library of this machine knows of it; the few whose
// category has changed since are listed. All of it was compared with PyPI tokenizers 0.19.1 on every code point
// (tests/reference/tokenizers_reference.py).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "standfast/text/utf8.h"

namespace standfast::token {

// BERT's clean_text removes it: U+0000, U+FFFD and the categories Cc, Cf and Co, but not tab, LF and CR.
// Code points that are not assigned stay. Unicode 8.
bool is_removed(CodePoint c);

// White_Space of Unicode, which has not changed in years.
bool is_white(CodePoint c);

// A CJK ideograph that BERT puts between spaces. The ranges are those of the reference.
bool is_ideograph(CodePoint c);

// A word by itself for BERT: ASCII punctuation and symbols, or the categories P*. Unicode 8.
bool is_punctuation(CodePoint c);

// Mn, what BERT's strip_accents drops. Unicode 8.
bool is_nonspacing_mark(CodePoint c);

// Mn, Mc or Me, what the normalizer StripAccents drops. Unicode 9.
bool is_mark(CodePoint c);

// \w of Rust's regular expressions, for added tokens that are single words. Unicode 15.
bool is_word_character(CodePoint c);

// One code point by itself, without a rule for the end of words. U+0130 becomes two. Returns how many. Unicode 15.
size_t lower(CodePoint c, CodePoint to[2]);

// As the pattern of GPT-2 sees it. Unicode 14.
enum class Kind : uint8_t { letter, number, white, other };
Kind kind_of(CodePoint c);

// Canonical combining class, full canonical (or compatible) decomposition without putting marks in order, and
// primary composite. Unicode 9.
inline constexpr size_t kLongestDecomposition = 18;
int combining_class(CodePoint c);
size_t decompose(CodePoint c, bool compatible, CodePoint to[kLongestDecomposition]);
std::optional<CodePoint> compose(CodePoint a, CodePoint b);

}  // namespace standfast::token
