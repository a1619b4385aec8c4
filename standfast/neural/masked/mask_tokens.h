// Masking of tokens for masked language modelling (Devlin et al. 2019, appendix A.1).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/base/rng.h"

namespace standfast {

struct TokenMaskRule {
  double share = 0.15;      // of the tokens that are not special, rounded, at least one
  int32_t mask = 4;         // the id of [MASK]
  int32_t first_plain = 5;  // ids below are special tokens: they are never masked and never inserted
  int32_t end = 0;          // ids are below this
};

struct MaskedTokens {
  std::vector<uint32_t> places;  // masked positions, ascending
  std::vector<uint32_t> words;   // original tokens there
};

// Masks tokens. Of ten masked tokens eight become [MASK], one becomes a random token and one stays, each by
// chance. The text must have a token that is not special.
MaskedTokens mask_tokens(const TokenMaskRule& rule, Rng rng, std::span<int32_t> ids);

}  // namespace standfast
