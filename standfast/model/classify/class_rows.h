// Helpers of classifiers: training documents by class, and rows of answers from scores.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/field_table.h"
#include "standfast/corpus/training_set.h"

namespace standfast {

// Returns rows[c], the training documents of class c, in the order of the view.
std::vector<std::vector<uint32_t>> rows_by_class(const TrainingSet& train);

// Counts the training documents of each class; documents of weight 0 do not count.
std::vector<uint64_t> documents_by_class(const TrainingSet& train);
uint64_t total(std::span<const uint64_t> documents);
double total(std::span<const double> weights);
// Multiplies the weights of documents (none: all 1) so that all classes weigh alike: by n / (classes * n of
// the class), where n counts weights. labels: the class of each document; each class has one.
void balance_classes(size_t classes, std::span<const uint32_t> labels, std::vector<double>& weights);
// Returns whether counts read from a file can belong to a fit: at least one class, at least one document.
bool are_counts(std::span<const uint64_t> documents);
// Returns the same for places in the list of classes: at least one, and each once.
bool are_places(std::vector<uint32_t> present, size_t classes);

// Training documents by class, as models save and report them.
struct ClassCounts {
  std::vector<uint64_t> documents;  // documents with a weight above 0
};
FieldTable<ClassCounts> class_counts_fields();
struct NamedClassCounts : ClassCounts {
  std::vector<std::string> names;
};
FieldTable<NamedClassCounts> named_class_counts_fields();

// Computes out[c] = exp(scores[c]) / sum over the classes that have training documents, 0 for the others. A
// class may have a score of -infinity unless all have; NaN is not allowed.
void softmax_row(std::span<const double> scores, std::span<const uint64_t> documents, std::span<double> out);

// Gives all classes with training documents the same probability, for a document without usable features (no
// text, no known word).
void uniform_row(std::span<const uint64_t> documents, std::span<double> out);

// Training documents in an order that depends neither on the corpus nor on the names of the classes.

// Training documents in the order of their ids. Classes are numbered by first appearance in that order. So
// neither the order of the documents nor the names of the classes can change a bit of the answer of a fit
// that sees only this.
struct OrderedDocuments {
  std::vector<std::string_view> all;    // features are learned from these
  std::vector<std::string_view> texts;  // without documents of weight 0; so are the members below
  std::vector<uint32_t> places;         // in `all`
  std::vector<uint32_t> labels;         // places in `present`
  std::vector<double> weights;          // empty: all 1
  std::vector<uint32_t> groups;         // as in the training set
  std::vector<uint32_t> present;        // classes that occur

  explicit OrderedDocuments(const TrainingSet& train);
};

}  // namespace standfast
