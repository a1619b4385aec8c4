// Groups of documents that stand in places and are dealt anew at random, each group whole, so that every
// place keeps its number of documents: the arithmetic of a block control (matched_control.h).
//
// Groups of equal size could simply trade places; but a group of five has often no partner of five, only one
// of three and two of one. So two places at a time put their groups together and deal them anew. One way is
// drawn among those that give each place its number of documents again, and each of these ways has a
// chance. The places are paired at random, round after round (16 + 2 log2 of the places), so that a
// group can come from any place to any other; with each step exact the whole is. Within a step groups of more
// than one document are dealt first, each to a place with the chance of the documents it still takes, and
// never so that the rest could not fill it up; single documents fill up last. Where all groups are single
// documents a step is a uniform draw.
//
// Where a place does not hold its number to begin with, each step comes as near to it as the groups of the
// two places allow (subset sums), and never goes farther away; rounds go on until nothing is too much, at
// most 64 more. Very large places are dealt in random pieces of some thousand documents.
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/base/rng.h"
#include "standfast/split/fold_balance.h"

namespace standfast {

struct PlacedGroups {
  std::vector<uint32_t> size;   // of each group: its documents, 1 or more
  std::vector<uint32_t> place;  // of each group, below room.size()
  std::vector<uint64_t> room;   // of each place: the documents it should hold; they sum up to those of groups
};

// Documents beyond the room of their places.
uint64_t beyond_room(const PlacedGroups& groups);

// Deals the groups anew. Depends on the order of groups and places and on the stream, and on nothing else.
void trade_groups(PlacedGroups& groups, Rng& rng);

// Whole blocks with the documents of all their classes, dealt anew at random: the arithmetic of a control with `whole`
// (matched_control.h).
//
// Every place should hold as many documents of every class as before. Blocks of many classes seldom have a partner of
// just the same classes, so the deal has two steps. First blocks are dealt at random by their sizes alone
// as above. Then blocks move, or two of them trade places, while that makes the sum of the squared excesses
// over places and classes smaller: the best way for one block at a time, blocks in random order. Where none is left, a
// block of an excess is displaced at random and the search goes on; what is worse is undone. It ends when nothing is in
// excess, or after a fixed number of displacements. The search knows no topic and not where a block was, so it brings
// none back.
struct WholeBlocks {
  std::vector<LabelCounts> counts;          // of each block: its classes with their documents
  std::vector<uint32_t> place;              // of each block
  std::vector<std::vector<uint64_t>> room;  // by place and class: the documents that it should hold
};

// Documents beyond the room of their place and class.
uint64_t beyond_room(const WholeBlocks& blocks);

// Depends on the order of blocks, places and classes and on the stream, and on nothing else.
void trade_whole_blocks(WholeBlocks& blocks, Rng& rng);

}  // namespace standfast
