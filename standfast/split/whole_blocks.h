// Whole blocks with the documents of all their classes, dealt anew at random: the arithmetic of a control with `whole`
// (matched_control.h).
//
// Every place should hold as many documents of every class as before. Blocks of many classes seldom have a partner of
// just the same classes, so the deal has two steps. First blocks are dealt at random by their sizes alone
// (group_trades.h). Then blocks move, or two of them trade places, while that makes the sum of the squared excesses
// over places and classes smaller: the best way for one block at a time, blocks in random order. Where none is left, a
// block of an excess is displaced at random and the search goes on; what is worse is undone. It ends when nothing is in
// excess, or after a fixed number of displacements. The search knows no topic and not where a block was, so it brings
// none back.
#pragma once

#include <cstdint>
#include <vector>

#include "standfast/base/rng.h"
#include "standfast/split/fold_balance.h"

namespace standfast {

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
