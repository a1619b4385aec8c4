// Annotators' rationales: the tokens of a text, between white space, that people marked as the reason for its class; and
// how far the rationale of a classifier agrees with them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "standfast/model/classify/classifier.h"

namespace standfast {

// The tokens of a text between white space. Read: at least half of its bytes are in chosen units.
struct TokenAgreement {
  uint64_t tokens = 0, annotated = 0, read = 0, both = 0;
  bool operator==(const TokenAgreement&) const = default;
};

// A range [begin, end) of tokens, as a list column has it: "0, 5" (of a pair in JSON) or "0-5". Nothing for other words, and for an empty range.
std::optional<TokenSpan> token_range(std::string_view element);

// annotated: ranges of tokens of `original`. text: the same, with something put in at the spans `planted` (bytes, ascending), which the
// rationale is of. Nothing where the rest of `text` has other tokens than the original, or a range ends behind them.
std::optional<TokenAgreement> token_agreement(std::string_view original, std::span<const TokenSpan> annotated,
                                              std::string_view text, std::span<const TokenSpan> planted,
                                              const Rationale& rationale);

}  // namespace standfast
