// Measures of rationales, the part of a document that a classifier chose to read: the overlap with a planted
// cue, the exact expected overlap of a random rationale with as many units, and the agreement with the tokens
// that annotators marked.
//
// A rationale holds a cue if it covers at least half of its characters. The characters of a cue run from its
// first to its last word character, without white space, which tokens never have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "standfast/model/classify/classifier.h"

namespace standfast {

// Returns the characters of a cue in a text, as spans of bytes without white space. spans: planted,
// ascending; several are one cue. Marks and white space at the ends of each span are left out if it has words
// (words_of_span).
std::vector<TokenSpan> spans_of_cue(std::string_view text, std::span<const TokenSpan> spans);

struct HeldCue {
  double covered = 0;  // share of the characters of the cue that the rationale covers
  bool held = false;   // at least half of them
  // Means of both over all rationales with as many units of the text.
  double random_covered = 0, random_held = 0;
};
// Measures a rationale. cue: as from spans_of_cue, not empty, in the same characters or bytes as the
// rationale. Characters of the cue in no unit (the model cut the text) are never covered.
HeldCue held_cue(const Rationale& rationale, std::span<const TokenSpan> cue);

// Returns the length of the chosen units as a share of the length of all units; 0 without units.
double share_read(const Rationale& rationale);

// Returns the probability that `chosen` of `units` units, drawn at random without replacement, cover at least
// `needed` characters. covers: by unit with such characters, their number. If all these numbers are equal,
// the distribution is hypergeometric. Units are processed one after the other: each remaining unit is equally
// likely to be drawn.
double chance_to_cover(size_t units, size_t chosen, std::span<const uint32_t> covers, uint64_t needed);

// Agreement with a human rationale, the tokens of a text that annotators marked as the reason for its class:
// counts of the tokens between white space. A token is read if at least half of its bytes are in chosen
// units.
struct TokenAgreement {
  uint64_t tokens = 0, annotated = 0, read = 0, both = 0;
  bool operator==(const TokenAgreement&) const = default;
};

// Parses a range [begin, end) of tokens from a list column: "0, 5" (of a pair in JSON) or "0-5". Nothing for
// other words, and for an empty range.
std::optional<TokenSpan> token_range(std::string_view element);

// Compares a rationale with annotations. annotated: ranges of tokens of `original`. text: the original with
// insertions at the spans `planted` (bytes, ascending); the rationale belongs to this text. Nothing if the
// rest of `text` has tokens other than the original, or if a range ends behind them.
std::optional<TokenAgreement> token_agreement(std::string_view original, std::span<const TokenSpan> annotated,
                                              std::string_view text, std::span<const TokenSpan> planted,
                                              const Rationale& rationale);

}  // namespace standfast
