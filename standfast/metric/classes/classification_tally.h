// Tallies from which classification metrics of labels are computed: for each class, the numbers of items that
// have it, that are answered with it, and that are both; and the sums of log loss and of squared error.
// Tallies can be added, so folds, clusters and resamples add tallies instead of reading items again. All
// parts are whole numbers or fixed point, so any order of adding gives the same bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace standfast {

// Items of a classification. The label set is fixed: some metrics also count classes without items.
struct ClassItems {
  size_t classes = 0;
  std::span<const uint32_t> truth;        // n classes, each below `classes`
  std::span<const double> probabilities;  // n x classes, row-major, in [0, 1]
  // True if the rows are estimates of probability. If false, they only rank the classes, and log loss and
  // Brier score are undefined (ClassifierTraits::probabilities).
  bool probabilistic = true;
  // Answers (n classes or kNoAnswer) in place of probabilities, of which there are none then: a table of them
  // would have documents x classes numbers. Log loss, Brier score and ranks are undefined.
  std::span<const uint32_t> labels = {};

  size_t size() const { return truth.size(); }
  std::span<const double> row(size_t i) const { return probabilities.subspan(i * classes, classes); }
  uint32_t answer(size_t i) const;  // a class or kNoAnswer
};

// The mark of an unanswered item. A model may fail to answer an item, for example a program or a language
// model. The row of that item is 0 for every class. This means "no answer"; it never means the first class by
// accident. It counts as an error wherever answers are counted. Numbers that need a probability or a rank of
// every item are then undefined.
inline constexpr uint32_t kNoAnswer = 0xffffffffU;

// Returns the class that a row of probabilities answers: the most probable class, the lowest-numbered one of
// equals. kNoAnswer for a row of zeros. row: not empty.
uint32_t predicted_class(std::span<const double> row);

// Returns the share of a part in a whole; 0 if the whole is 0.
inline double share_of(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

// A sum of numbers in [-64, 64] in units of 2^-56. Sums are exact: they do not depend on the order, and they
// do not drift when terms are subtracted again.
class FixedSum {
 public:
  void add(double value, int64_t times = 1);
  void add(const FixedSum& other, int64_t times = 1) { sum_ += other.sum_ * times; }
  double value() const { return static_cast<double>(sum_) * 0x1p-56; }
  friend bool operator==(const FixedSum&, const FixedSum&) = default;

 private:
  __extension__ using Wide = __int128;
  Wide sum_ = 0;
};

struct ClassTally {
  std::vector<uint64_t> truth, predicted, right;  // by class
  uint64_t items = 0;
  uint64_t probabilistic_items = 0;  // of these, items whose row estimates probabilities
  FixedSum log_loss;                 // sum of -log p(truth), p clamped to [kEpsilon, 1 - kEpsilon]
  FixedSum squared_error;            // sum over items of the sum over classes of (p - [is truth])^2
  // Probability floor, as in scikit-learn's log_loss: an answer that excludes the truth costs 36.04, not
  // infinity.
  static constexpr double kEpsilon = 0x1p-52;

  ClassTally() = default;
  explicit ClassTally(size_t classes) : truth(classes), predicted(classes), right(classes) {}

  size_t classes() const { return truth.size(); }
  uint64_t all_right() const;
  uint64_t unanswered() const;  // items without an answer

  // Adds one item `times` times.
  void add(uint32_t true_class, std::span<const double> row, bool probabilistic, uint64_t times = 1);
  // Adds an item that is answered with a class alone, or with kNoAnswer.
  void add_label(uint32_t true_class, uint32_t answer, uint64_t times = 1);
  // Adds another tally of the same classes; times >= 0.
  void add(const ClassTally& other, uint32_t times = 1);
  void subtract(const ClassTally& other);  // its items must have been added before
  void clear();                            // resets all numbers and keeps the classes
  friend bool operator==(const ClassTally&, const ClassTally&) = default;
};

// Tallies all items; item i counts weights[i] times (empty: once; 0 leaves it out).
ClassTally tally(const ClassItems& items, std::span<const uint32_t> weights = {});

// Tallies the items of each cluster; cluster[i] is below `clusters`.
std::vector<ClassTally> tally_by(const ClassItems& items, std::span<const uint32_t> cluster,
                                 uint32_t clusters);

// Number of items with a given truth and answer. Items without an answer are not counted.
struct ConfusionCount {
  uint32_t truth = 0, answer = 0;
  uint64_t n = 0;
  friend bool operator==(const ConfusionCount&, const ConfusionCount&) = default;
};
// Returns the counts by truth, then by answer, without zeros: a table of many classes would be nearly empty.
std::vector<ConfusionCount> confusion_counts(const ClassItems& items);

}  // namespace standfast
