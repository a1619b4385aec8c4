#include "standfast/neural/masked/mask_tokens.h"

#include <algorithm>
#include <cmath>

namespace standfast {

MaskedTokens mask_tokens(const TokenMaskRule& rule, Rng rng, std::span<int32_t> ids) {
  std::vector<uint32_t> plain;
  for (uint32_t i = 0; i < ids.size(); ++i)
    if (ids[i] >= rule.first_plain) plain.push_back(i);
  const auto wanted = static_cast<uint32_t>(std::llround(rule.share * static_cast<double>(plain.size())));
  MaskedTokens out;
  for (const uint32_t chosen :
       rng.choose(static_cast<uint32_t>(plain.size()),
                  std::clamp<uint32_t>(wanted, 1, static_cast<uint32_t>(plain.size())))) {
    int32_t& id = ids[plain[chosen]];
    out.places.push_back(plain[chosen]);
    out.words.push_back(static_cast<uint32_t>(id));
    const double way = rng.uniform();
    if (way < 0.8)
      id = rule.mask;
    else if (way < 0.9)
      id = rule.first_plain +
           static_cast<int32_t>(rng.below(static_cast<uint64_t>(rule.end - rule.first_plain)));
  }
  return out;
}

}  // namespace standfast
