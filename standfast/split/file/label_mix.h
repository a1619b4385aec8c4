// A comparison of the label distributions of the test side and the training side of a fold. If they differ, a
// lower score may be due to the label mix and not to what the split keeps apart.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "standfast/corpus/column.h"
#include "standfast/corpus/fold.h"

namespace standfast {

struct LabelMix {
  struct Label {
    uint32_t code = 0;                       // of the column
    uint64_t test = 0, train = 0;            // documents
    double test_share = 0, train_share = 0;  // of the labelled documents on that side
    bool in_quota = false;                   // its number of test documents is the quota, rounded down or up
    double difference() const { return test_share - train_share; }
  };
  // Labels that occur on either side, by code. The quota of a label is the number of test documents times its
  // share of both sides.
  std::vector<Label> labels;
  uint64_t test = 0, train = 0;  // labelled documents
  uint64_t documents = 0;        // on both sides, including documents without a label
  // The total variation distance: half the sum of |difference|, which is the share of test documents that
  // would need another label. Nothing if a side has no label.
  std::optional<double> total_variation;
  size_t in_quota = 0;  // labels
  // Pearson's chi-square test of homogeneity on the table of labels and sides (Pearson 1900). The p value
  // assumes that documents go to sides one by one at random. Nothing, with a reason, for a single label, and
  // if expected counts are too small (Cochran 1954: one below 1, or more than a fifth below 5).
  std::optional<double> chi_square, p;
  std::string why_no_p;

  bool exact() const { return total_variation && in_quota == labels.size(); }
  // Returns the label whose shares differ most, the first one in a tie. Requires at least one label.
  const Label& furthest() const;
};

// Compares the test and training side of a fold; validation is ignored.
LabelMix label_mix(const Column& labels, const Fold& fold);

// The p value below which the mix of a test side is called different.
inline constexpr double kOtherMix = 0.05;

// Summarizes all folds in one line: "label mix of test against training: exact but for rounding in 0, as by
// chance in 1, different in 2 of 3 folds (chi-square, p < 0.05); ...". "" if no fold has labels on both
// sides.
std::string label_mix_in_words(const Column& labels, std::span<const Fold> folds);

}  // namespace standfast
