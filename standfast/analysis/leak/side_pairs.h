// The pairs of sides of a fold that near duplicates are looked for between, beside test against training: a document
// that stops training or places thresholds should be new to the model too, and what a design sets aside is usually set
// aside because it must not be known.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "standfast/corpus/fold.h"

namespace standfast {

struct SidePair {
  const char* of;  // its documents are counted
  const char* in;  // they are compared with those of this side
  RowSet Fold::*rows_of;
  RowSet Fold::*rows_in;
};
inline constexpr std::array<SidePair, 4> kOtherSides = {
    SidePair{"validation", "train", &Fold::validation, &Fold::train},
    SidePair{"aside", "train", &Fold::aside, &Fold::train},
    SidePair{"aside", "validation", &Fold::aside, &Fold::validation},
    SidePair{"aside", "test", &Fold::aside, &Fold::test}};

// Each fold with rows_of as its test side and rows_in as its train side; empty where no fold has both.
std::vector<Fold> folds_of_pair(std::span<const Fold> folds, const SidePair& pair);

}  // namespace standfast
