// Held-out pairs with no author on both sides, on which a calibrating verifier places its thresholds.
//
// Authors who meet in a pair must stay together. Where the graph of authors (an edge per pair) falls into
// many components, whole components are drawn and every pair is kept. Where it does not (all authors were
// paired with each other), authors are drawn: pairs between the sides are lost, and each side is thinned to
// the share of same-author pairs of the whole, since a threshold and a prior placed on other shares would be
// off.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/corpus/pairs.h"

namespace standfast {

struct HoldOutOptions {
  double share = 0.2;  // the share of the pairs to hold out; above 0, below 1
  uint64_t seed = 0;
};

struct HeldOut {
  std::vector<Pair> train, validation;  // in the order given
  uint64_t left_out = 0;                // pairs on neither side
  std::string unit;  // the unit that is on one side only: "author", or "document" where authors are unknown
};

// Holds pairs out; they must be labelled. A data error where either side would lack a class. Depends on the
// seed and the authors' names, not on the order of documents or of pairs.
Result<HeldOut> hold_out_authors(const PairView& pairs, const HoldOutOptions& options);

}  // namespace standfast
