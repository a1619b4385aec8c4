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

}  // namespace standfast
