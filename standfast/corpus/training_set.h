// The training data of a classifier or an encoder: documents, and the labels, weights and groups of each.
//
// Weights weigh the loss and nothing else: what is learned from texts alone (a vocabulary, document
// frequencies) comes from every document, whatever its weight. So they act like the sample_weight of
// scikit-learn on an estimator that stands behind a vectorizer. In a fixed space of features an integer
// weight equals that many copies of the document, and weight 0 equals leaving it out; a class all of whose
// documents weigh 0 is a class without documents.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/corpus/corpus.h"

namespace standfast {

struct TrainingSet {
  DocumentView documents;
  std::span<const uint32_t> classes = {};   // by document: its class, a place in `names`
  std::span<const std::string> names = {};  // the fixed label set, the same in every fold
  std::span<const double> weights = {};     // by document (check_weights says what is legal); empty: all 1
  // The number of each document's group, kMissing for documents of no group; empty: unknown.
  std::span<const uint32_t> groups = {};
  std::span<const std::string> group_names = {};  // the names by number; empty: unknown
  // Documents apart from the training documents, to stop early or to place thresholds on; may be empty. A
  // model that needs neither leaves them alone.
  DocumentView dev = {};
  std::span<const uint32_t> dev_classes = {};
  std::span<const uint32_t> dev_groups = {};  // as groups

  double weight(size_t i) const { return weights.empty() ? 1.0 : weights[i]; }
};

// The bounds of weights; 0 is legal too. Beyond them the numbers of a fit lose digits, and two columns have
// surely been mixed up.
inline constexpr double kLeastWeight = 1e-9, kMostWeight = 1e9;

// Returns "" or what is wrong with a weight: "is negative", "is not a number" ...
std::string objection_to_weight(double weight);

// Checks the weights for a model that takes weights. A data error that begins with `owner` and names the
// first document whose weight is negative, not finite or out of bounds, or says that all weights are 0.
Status check_weights(const std::string& owner, const TrainingSet& training);

// Returns a usage error unless all weights are 1, for a model that takes none.
Status refuse_weights(const std::string& owner, const TrainingSet& training);

// Columns of the corpus that describe training documents beside their class: weights and groups.

// Returns the weight of each entry of `rows`: the value of the column (a role, or an attribute: a number or a
// category) as a number. Errors: no such column; a document without a value, or one whose value is text or no
// legal weight. They name the corpus and the document.
Result<std::vector<double>> weights_of(const Corpus& corpus, const std::string& column,
                                       std::span<const uint32_t> rows);

// The names of the columns that describe training documents; "": none.
struct TrainingColumns {
  std::string weight = {}, group = {};
};

// Values by training document. weights: empty without such a column. groups: numbers of values (of a role or
// a category), kMissing for none; empty if the corpus has no such column.
struct TrainingValues {
  std::vector<double> weights;
  std::vector<uint32_t> groups;
  std::span<const std::string> group_names;  // names in the corpus
};
// Returns the values. Errors are the errors of weights_of().
Result<TrainingValues> training_values(const Corpus& corpus, const TrainingColumns& columns,
                                       std::span<const uint32_t> rows);

}  // namespace standfast
