// Properties of code points as the tokenizers of Hugging Face models see them. These use old editions of
// Unicode, a different one in each of their parts, and models were trained with them. So here a code point
// that is younger than the edition counts as unassigned, whatever the Unicode library of this machine knows
// of it; the few whose category has changed since are listed. All of it was compared with PyPI tokenizers
// 0.19.1 on every code point (tests/reference/tokenizers_reference.py).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "standfast/text/utf8.h"

namespace standfast::token {

// Returns whether BERT's clean_text removes the code point: U+0000, U+FFFD and the categories Cc, Cf and Co,
// but not tab, LF and CR. Code points that are not assigned stay. Unicode 8.
bool is_removed(CodePoint c);

// Returns whether c is White_Space of Unicode, which has not changed in years.
bool is_white(CodePoint c);

// Returns whether c is a CJK ideograph that BERT puts between spaces. The ranges are the reference's.
bool is_ideograph(CodePoint c);

// Returns whether c is a word by itself for BERT: ASCII punctuation and symbols, or the categories P*.
// Unicode 8.
bool is_punctuation(CodePoint c);

// Returns whether c is Mn, which BERT's strip_accents drops. Unicode 8.
bool is_nonspacing_mark(CodePoint c);

// Returns whether c is Mn, Mc or Me, which the normalizer StripAccents drops. Unicode 9.
bool is_mark(CodePoint c);

// Returns whether c is \w of Rust's regular expressions, for added tokens that are single words. Unicode 15.
bool is_word_character(CodePoint c);

// Lowers one code point by itself, without a rule for the end of words. U+0130 becomes two. Returns the
// number of code points written. Unicode 15.
size_t lower(CodePoint c, CodePoint to[2]);

// Classes of code points as the pattern of GPT-2 sees them. Unicode 14.
enum class Kind : uint8_t { letter, number, white, other };
Kind kind_of(CodePoint c);

// Return the canonical combining class, the full canonical (or compatible) decomposition without reordering
// of marks, and the primary composite. Unicode 9.
inline constexpr size_t kLongestDecomposition = 18;
int combining_class(CodePoint c);
size_t decompose(CodePoint c, bool compatible, CodePoint to[kLongestDecomposition]);
std::optional<CodePoint> compose(CodePoint a, CodePoint b);

}  // namespace standfast::token
