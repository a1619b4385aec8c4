// Balanced assignment of units (documents or groups of documents) to folds, so that every label is spread as
// evenly as possible; shared by the stratified splitters of groups and of several labels.
//
// The objective to minimize is the sum over labels and folds of (x / n - 1 / k)^2, where x is the number of
// documents of a label in a fold, n the number in all folds and k the number of folds. So a rare label counts
// as much as a frequent one. It is computed in integers, with the integer part of 2^56 / n^2 as the weight of
// a label.
//
// The start is greedy. Units of any size: the largest first, each into the fold where the sum grows least.
// Single documents: iterative stratification (Sechidis, Tsoumakas, Vlahavas 2011, ECML PKDD, algorithm 1):
// the label with the fewest remaining documents first, each document into the fold that lacks most of this
// label. Then a local search moves units between folds, or swaps two units, while that lowers the sum. Then a
// few units are displaced at random and the search continues from there; a worse result is undone. The search
// ends when no better assignment exists (every count is n / k rounded up or down), or after a fixed amount of
// work. Units with the same labels are one kind and are counted, not tried one by one.
//
// The names of labels and of units have no effect; only the order of the units and the random stream do.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "standfast/base/rng.h"

namespace standfast {

// The labels of a unit, ascending, with the number of documents of each, at least 1.
using LabelCounts = std::vector<std::pair<uint32_t, uint32_t>>;

struct FoldBalance {
  std::vector<uint32_t> fold_of;  // by unit
  bool best = false;              // proved: no better assignment exists
};

// Assigns units to folds. labels: the number of labels. units: in a meaningful order, such as by id.
// same_size: the folds have the same number of units, up to one (then each unit has each of its labels once).
// No fold is left empty. Requires 2 <= folds <= units.
FoldBalance balance_folds(std::span<const LabelCounts> units, size_t labels, uint32_t folds, bool same_size,
                          Rng& rng);

// Assigns groups to folds by their numbers of documents of each class; all documents count as one more class.
// counts: by group, then class.
std::vector<uint32_t> assign_by_classes(std::span<const std::vector<uint64_t>> counts, uint32_t folds,
                                        Rng& rng);

}  // namespace standfast
