// Has the test side of a fold the label mix of its training side? If not, a lower score may be owed to the mix and not
// to what the split keeps apart.
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
    double test_share = 0, train_share = 0;  // of the documents with a label on that side
    bool in_quota = false;                   // its test documents are the quota, rounded down or up
    double difference() const { return test_share - train_share; }
  };
  // Labels of a document on either side, by code. The quota of a label: test documents x its share of both sides.
  std::vector<Label> labels;
  uint64_t test = 0, train = 0;  // documents with a label
  uint64_t documents = 0;        // on both sides, also those without a label
  // Half the sum of |difference|: the share of test documents that would need another label. Nothing where a side has
  // no label.
  std::optional<double> total_variation;
  size_t in_quota = 0;  // labels
  // Pearson's test that both sides have one mix (chi-square of the table of labels and sides; Pearson 1900). p is that
  // of documents which go to sides one by one at random. Nothing, with a reason, for a single label, and where expected
  // counts are too small (Cochran 1954: one below 1, or more than a fifth below 5).
  std::optional<double> chi_square, p;
  std::string why_no_p;

  bool exact() const { return total_variation && in_quota == labels.size(); }
  // The label whose shares differ most, the first of equals; at least one label.
  const Label& furthest() const;
};

// Validation is not looked at.
LabelMix label_mix(const Column& labels, const Fold& fold);

inline constexpr double kOtherMix = 0.05;  // below this p a test side is said to have another mix

// One line on all folds: "label mix of test against training: exact but for rounding in 0, as by chance in 1, different in 2 of 3 folds
// (chi-square, p < 0.05); ...". "" where no fold has labels on both sides.
std::string label_mix_in_words(const Column& labels, std::span<const Fold> folds);

}  // namespace standfast
