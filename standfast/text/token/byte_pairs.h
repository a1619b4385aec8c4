// Byte-level BPE: of the pairs of neighbours that have a rank, the pair of the lowest rank is joined, the
// leftmost first, until there is none. A word of n bytes takes n log n steps.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/text/token/piece.h"
#include "standfast/text/token/vocabulary.h"

namespace standfast::token {

struct Merge {
  std::string_view left, right;
};

class BytePairs {
 public:
  // Builds the model. Merges come in the order of their ranks. With `ignore_merges`, a token that is in the
  // vocabulary as a whole is taken as such. A data error says which byte has no token (`file` in front) or
  // which merge (`name` in front of its place, from 1 on) names a token that is not there.
  static Result<BytePairs> make(const Vocabulary& vocabulary, const std::vector<Merge>& merges,
                                bool ignore_merges, const std::string& file, const std::string& name);

  // Adds the pieces of a word, which is not empty: bytes, not symbols.
  void cut(const Vocabulary& vocabulary, std::string_view word, std::vector<Piece>& out) const;

 private:
  struct Joined {
    uint64_t pair = 0;
    uint32_t rank = 0;
    int32_t id = -1;  // -1: a free slot
  };
  Status add_merges(const Vocabulary& vocabulary, const std::vector<Merge>& merges, const std::string& file,
                    const std::string& name);
  Joined& slot_of(uint64_t pair);
  const Joined* find(int32_t left, int32_t right) const;
  void merge(std::string_view word, std::vector<Piece>& out) const;

  std::array<int32_t, 256> of_byte_{};
  std::vector<Joined> joined_;  // open addressing
  Vocabulary whole_;            // words of bytes that become one token: most words of a text
};

}  // namespace standfast::token
