// The verifier `imposters` (General Imposters): two texts are by one author if, under many random halves of
// the features, each is nearer to the other than to texts of other authors. Koppel and Winter 2014,
// "Determining if two documents are written by the same author"; Kestemont et al. 2016.
//
// Vectors: tf-idf of the most frequent n-grams, fitted on the training texts. For a text x and its partner y,
// in each of `rounds` rounds: draw int(share * F) of the F features with replacement (a feature drawn twice
// counts twice), draw `imposters` of the training texts, and score a win if
// distance(x, y) < min distance(x, imposter), strictly. The score is the share of wins, averaged over both
// directions unless symmetric is off. Distances over drawn features with weights w (how often drawn):
//
//   minmax     1 - sum w min(a, b) / sum w max(a, b)         (Ruzicka)
//   cosine     1 - sum w a b / sqrt(sum w a a  sum w b b)
//   manhattan  sum w |a - b|
//
// 0 / 0 is distance 1 (minmax, cosine). Random streams are named by the pair's document ids and the
// direction, so a score depends neither on other pairs nor on the order of the two.
//
// Imposters are other authors' texts while the verifier is being fitted. When it scores, authors are unknown,
// so the imposters are all training texts except the ones equal to a text of the pair.
#pragma once

#include "standfast/model/verify/verifier.h"

namespace standfast {

VerifierCatalog::Entry imposters_entry();

}  // namespace standfast
