// The pairs of an epoch of O2D2, drawn afresh for each (Boenninghoff et al. 2021, O2D2, 3.1, and its released code): every text is
// in one pair at most.
//
// Authors come in random order, again and again. With probability `same_author` two texts of theirs are a pair, else one of their
// texts goes to a pool. From the pool texts of different authors are paired. The released code also pairs two texts of one author
// there, if it happens to draw them; here it draws others.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "standfast/base/rng.h"

namespace standfast {

// Tells whether two texts, by their places, may be a pair.
using MayBePair = std::function<bool(uint32_t a, uint32_t b)>;

struct PairDraws {
  double same_author = 0.7;        // chance that two texts of an author become a pair, where that is possible
  double same_author_cross = 0.6;  // of these: chance that two topics are tried before one
  double others_same = 0.6;        // of pairs of the pool: chance that one topic is tried before two
  MayBePair same_authors = {}, others = {};  // null: any two
  // Pairs are of four kinds, by author and by topic. No kind keeps more than so many times the pairs of the smallest one that
  // has any; 0: all are kept.
  double most_of_a_kind = 0;
};

struct DrawnPair {
  uint32_t a, b;  // places of texts
  bool same;
  friend bool operator==(const DrawnPair&, const DrawnPair&) = default;
};

inline constexpr uint32_t kNoTopic = UINT32_MAX;

// authors, topics: of each text; topics may be kNoTopic. Pairs come in random order, and so do the two texts of each.
std::vector<DrawnPair> draw_pairs(std::span<const uint32_t> authors, std::span<const uint32_t> topics,
                                  const PairDraws& how, Rng rng);

}  // namespace standfast
