// The least detectable AUC of a verifier: the AUC from which it can be told from guessing, given the numbers
// of tested pairs and authors of a condition. Before a run the variation of a model's score over authors is
// unknown, so there are two answers: the smallest possible one, with independent errors of all pairs, and one
// under an assumed spread over authors. Neither promises that a model gets there.
#pragma once

#include <cstdint>
#include <string>

namespace standfast {

struct LeastAuc {
  std::string corpus, condition;
  uint64_t same = 0,
           different = 0;  // tested pairs of one draw, over all its folds; the fewest over several draws
  uint32_t authors = 0;    // with a same-author pair, in the smallest draw
  double independent = 0;  // independent errors of pairs: Mann and Whitney's error at 0.5
  double spread = 0;       // in addition the AUC of an author has an SD of kSpreadOverAuthors over authors
};

// The same value as the SD over topics that plan-power assumes of a difference; real corpora had 0.05 to
// 0.11.
inline constexpr double kSpreadOverAuthors = 0.1;

// Computes independent and spread: the lower ends of 95 % intervals at these AUCs are 0.5. Both kinds of
// pairs and two authors are needed; otherwise they stay at 1.
LeastAuc least_auc(LeastAuc counts);

// Returns the result in words: "under "i.i.d." a model is told from guessing from an AUC of 0.507 on if ...".
std::string describe(const LeastAuc& least);

}  // namespace standfast
