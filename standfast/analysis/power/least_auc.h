// From which AUC on could a verifier be told from guessing, given how many pairs of how many authors a condition tests?
// Before a run nobody knows how much a model's score varies over authors, so there are two answers: the least there can
// be, where every pair errs by itself, and one under an assumed spread over authors. Neither promises that a model gets
// there.
#pragma once

#include <cstdint>
#include <string>

namespace standfast {

struct LeastAuc {
  std::string corpus, condition;
  uint64_t same = 0,
           different = 0;  // tested pairs of one draw, over all its folds; of several draws the fewest
  uint32_t authors = 0;    // with a same-author pair, of the smallest draw
  double independent = 0;  // pairs err by themselves: Mann and Whitney's error at 0.5
  double spread = 0;       // and the AUC of an author has an SD of kSpreadOverAuthors over authors
};

// As the SD over topics that plan-power assumes of a difference; real corpora had 0.05 to 0.11.
inline constexpr double kSpreadOverAuthors = 0.1;

// Fills independent and spread: the lower ends of 95 % intervals at these AUCs are 0.5. Both kinds of pairs and two
// authors are needed; otherwise they stay at 1.
LeastAuc least_auc(LeastAuc counts);

// "under "i.i.d." a model is told from guessing from an AUC of 0.507 on if ...".
std::string describe(const LeastAuc& least);

}  // namespace standfast
