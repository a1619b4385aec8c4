// Units (documents or groups of documents) dealt to folds so that every label is spread as evenly as can be
// found: what the stratified splitters of groups and of several labels have in common.
//
// What is made small: the sum over labels and folds of (x / n - 1 / k)^2, where x is the number of documents
// of a label in a fold, n the number in all folds and k the number of folds. So a rare label counts as much as
// a frequent one. It is reckoned in integers, with the whole part of 2^56 / n^2 as the weight of a label.
//
// The start is greedy. Units of any size: the largest first, each where the sum grows least. Single documents:
// iterative stratification (Sechidis, Tsoumakas, Vlahavas 2011, ECML PKDD, algorithm 1): the label with the
// fewest documents left first, each document to the fold that lacks most of it. Then units change folds, or two
// units trade places, while that makes the sum smaller. Then a few units are displaced at random and the search
// goes on from there; what is worse is undone. It ends where no better way exists (every count is n / k rounded
// up or down), or after a fixed amount of work. Units with the same labels are one kind and are counted, not
// tried one by one.
//
// The names of labels and of units play no part: only the order in which units come does, and the stream.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "standfast/base/rng.h"

namespace standfast {

// Of each unit: its labels, ascending, with the number of documents of each, 1 or more.
using LabelCounts = std::vector<std::pair<uint32_t, uint32_t>>;

struct FoldBalance {
  std::vector<uint32_t> fold_of;  // by unit
  bool best = false;              // it was shown that no better way exists
};

// labels: how many there are. units: in an order that means something, such as by id. same_size: the folds have
// the same number of units, give or take one (then each unit has each of its labels once). No fold is left
// empty. Requires 2 <= folds <= units.
FoldBalance balance_folds(std::span<const LabelCounts> units, size_t labels, uint32_t folds, bool same_size,
                          Rng& rng);

// The same for groups with a number of documents of each class; all documents count as one more class. counts: by
// group, then class.
std::vector<uint32_t> assign_by_classes(std::span<const std::vector<uint64_t>> counts, uint32_t folds,
                                        Rng& rng);

}  // namespace standfast
