// Texts as sets of tokens, for the search of texts that share most of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace standfast {

enum class NearTokens : uint8_t {
  runs,   // runs of five words; a text of fewer words has none
  words,  // stretches between white space
};

// Normalises case and white space: the text in lower case, with one space for each run of white space and
// none at the ends.
void normalise_text(std::string_view text, std::string& out);
// Normalises the text in the same way after Unicode's NFKC without soft hyphens, so that only the look of a
// text counts, not its encoding. Copies have the same result.
void comparable_text(std::string_view text, std::string& out);

// Sets of numbers; the rarer a token is over all texts, the smaller its number. Set i is ascending and stands
// at tokens[begin[i] .. begin[i + 1]]. Tokens are told apart by 64-bit hashes.
struct TokenSets {
  std::vector<uint64_t> begin = {0};
  std::vector<uint32_t> tokens;
  uint32_t distinct = 0;

  size_t size() const { return begin.size() - 1; }
  std::span<const uint32_t> of(size_t i) const {
    return {tokens.data() + begin[i], static_cast<size_t>(begin[i + 1] - begin[i])};
  }
};
TokenSets token_sets(std::span<const std::string_view> texts, NearTokens kind, int threads);

}  // namespace standfast
