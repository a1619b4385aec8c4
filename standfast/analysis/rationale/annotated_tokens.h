// Human rationales: the tokens of a text, between white space, that annotators marked as the reason for its
// class; and the agreement of a classifier's rationale with them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "standfast/model/classify/classifier.h"

namespace standfast {

// Counts of the tokens of a text between white space. A token is read if at least half of its bytes are in
// chosen units.
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
