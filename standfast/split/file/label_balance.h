// How evenly the labels that a split stratifies by lie in its test sides.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "standfast/corpus/corpus.h"
#include "standfast/corpus/fold.h"

namespace standfast {

struct LabelBalance {
  struct Label {
    std::string column, value;     // value "": documents without one
    uint64_t documents = 0;        // in the folds: on any side of any
    std::vector<uint64_t> tested;  // by fold
  };
  std::vector<Label> labels;
  // The largest difference, over folds and labels, of a label's share of the test side from its share of all
  // documents in the folds: 0.03 is three points of a hundred.
  double largest_deviation = std::numeric_limits<double>::quiet_NaN();
  // What scikit-learn's StratifiedGroupKFold makes small: the mean over labels of the standard deviation over folds
  // of (documents of the label in the test side / documents of the label that are tested). The mean over repeats.
  // NaN where a repeat has one fold or leaves a label untested.
  double mean_sd = std::numeric_limits<double>::quiet_NaN();
};

// The columns are those that the option `by` of the split names. Empty where it names none, where the corpus was
// read without one of them, or where the option balance says that by is not looked at.
LabelBalance label_balance(const Corpus& corpus, const Sample& sample, const Split& split);

}  // namespace standfast
