// The verifier `cng`: the distance of two texts' profiles of common n-grams, as a probability learned from
// labelled pairs. Keselj, Peng, Cercone and Thomas 2003, "N-gram-based author profiles for authorship
// attribution".
//
// A profile is the L most frequent n-grams of code points of a text (equals in code point order), each with
// its count over all n-grams of the text. Texts are unchanged: no lower-casing.
//
//   union   sum over the n-grams of either profile of ((f1 - f2) / ((f1 + f2) / 2))^2, f = 0 where an n-gram
//           is not in the profile; symmetric                                          (the paper)
//   target  the same over the n-grams of one profile; here the mean of both choices   (Stamatatos 2007)
#pragma once

#include "standfast/model/verify/verifier.h"

namespace standfast {

struct CngOptions {
  uint32_t n = 4;          // code points in an n-gram
  uint64_t length = 1000;  // n-grams in a profile, L
  bool target = false;
};

// Returns the distance; NaN if a text is shorter than n.
double cng_distance(std::string_view a, std::string_view b, const CngOptions& options);

}  // namespace standfast
