// Random reassignment of whole groups of documents to places, where every place keeps its number of
// documents: the algorithm of a block control (matched_control.h).
//
// Groups of equal size could simply trade places; but a group of five often has no partner of five, only one
// of three and two of one. So two places at a time pool their groups and deal them anew. The deal is drawn
// among those that give each place its number of documents again, and each of these has positive probability.
// The places are paired at random, round after round (16 + 2 log2 of the number of places), so that a group
// can move from any place to any other; since each step is exact, the whole is exact. Within a step groups of
// more than one document are dealt first, each to a place with probability proportional to the documents the
// place still takes, and never so that the remaining groups could not fill it; single documents fill up last.
// If all groups are single documents, a step is a uniform draw.
//
// If a place does not hold its number to begin with, each step comes as near to it as the groups of the two
// places allow (subset sums), and never moves farther away; rounds continue until nothing is in excess, for
// at most 64 more. Very large places are dealt in random pieces of some thousand documents.
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/base/rng.h"
#include "standfast/split/fold_balance.h"

namespace standfast {

struct PlacedGroups {
  std::vector<uint32_t> size;   // documents of each group, at least 1
  std::vector<uint32_t> place;  // the place of each group, below room.size()
  // The target number of documents of each place; they sum to the documents of all groups.
  std::vector<uint64_t> room;
};

// Returns the number of documents beyond the room of their places.
uint64_t beyond_room(const PlacedGroups& groups);

// Deals the groups anew. The result depends only on the order of groups and places and on the stream.
void trade_groups(PlacedGroups& groups, Rng& rng);

// Random reassignment of whole blocks with the documents of all their classes: the algorithm of a control
// with `whole` (matched_control.h).
//
// Every place should hold as many documents of every class as before. Blocks of many classes seldom have a
// partner of exactly the same classes, so the deal has two steps. First blocks are dealt at random by their
// sizes alone, as above. Then a local search moves blocks, or swaps two of them, while that lowers the sum of
// the squared excesses over places and classes: the best move for one block at a time, blocks in random
// order. When no such move is left, a block of an excess is displaced at random and the search continues; a
// worse result is undone. It ends when nothing is in excess, or after a fixed number of displacements. The
// search uses neither topics nor the former place of a block, so nothing brings blocks back to their former
// places.
struct WholeBlocks {
  std::vector<LabelCounts> counts;          // the classes of each block with their documents
  std::vector<uint32_t> place;              // the place of each block
  std::vector<std::vector<uint64_t>> room;  // by place and class: the target number of documents
};

// Returns the number of documents beyond the room of their place and class.
uint64_t beyond_room(const WholeBlocks& blocks);

// Deals the blocks anew. The result depends only on the order of blocks, places and classes and on the
// stream.
void trade_whole_blocks(WholeBlocks& blocks, Rng& rng);

}  // namespace standfast
