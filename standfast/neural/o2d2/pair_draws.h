// Pairs for training O2D2, drawn afresh for each epoch (Boenninghoff et al. 2021, O2D2, 3.1, and its released
// code): every text is in at most one pair.
//
// Authors come in random order, repeatedly. With probability `same_author` two texts of an author are a pair,
// else one of the author's texts goes to a pool. Texts of different authors in the pool are paired. The
// released code also pairs two texts of one author there, if it happens to draw them; here it draws others.
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
  double same_author = 0.7;        // chance that two texts of an author become a pair, if that is possible
  double same_author_cross = 0.6;  // for such pairs: chance that two topics are tried before one
  double others_same = 0.6;        // for pairs of the pool: chance that one topic is tried before two
  MayBePair same_authors = {}, others = {};  // null: any two
  // Limit for each of the four kinds of pairs, by author and by topic, as a multiple of the smallest kind
  // that has any; 0: all are kept.
  double most_of_a_kind = 0;
};

struct DrawnPair {
  uint32_t a, b;  // places of texts
  bool same;
  friend bool operator==(const DrawnPair&, const DrawnPair&) = default;
};

inline constexpr uint32_t kNoTopic = UINT32_MAX;

// Draws pairs. authors, topics: of each text; topics may be kNoTopic. Pairs come in random order, and so do
// the two texts of each.
std::vector<DrawnPair> draw_pairs(std::span<const uint32_t> authors, std::span<const uint32_t> topics,
                                  const PairDraws& how, Rng rng);

}  // namespace standfast
