// How much a value of a document (its source, its length) says about its label.
//
// What is measured: a rule that sees the value alone, and answers the label that has the greatest share of its documents
// with that value. Its score is the mean over labels of the share of documents named right (balanced accuracy), put on a
// scale where guessing is 0 and knowing is 1: (score - 1/C) / (1 - 1/C) for C labels. Of two labels it is the difference
// of the two shares, as for words (telling_words.h). One half of the documents makes the rule, the other measures it.
//
// p: labels of the tested documents are dealt out again at random, and the share of dealings in which the rule scores at
// least as high is counted, with the dealing as it is (Phipson, Smyth 2010, Permutation p-values should never be zero).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "standfast/analysis/check/label_halves.h"

namespace standfast {

struct TellingValues {
  double informedness = 0;  // on the half that measures; below 0: worse than guessing
  double accuracy = 0;      // there: mean over labels of the share named right
  uint64_t n = 0;           // documents measured
  double p = 1;             // one-sided, on tested documents alone
};

// value: by row, below `values`, or kMissing: the rule has no answer. name: of the stream of the dealings.
TellingValues telling_values(const CheckedData& data, const LabelHalves& halves,
                             std::span<const uint32_t> value, uint32_t values, uint32_t dealings,
                             std::string_view name);

}  // namespace standfast
