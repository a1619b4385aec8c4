// Training documents in an order that depends neither on the corpus nor on the names of the classes.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "standfast/corpus/training_set.h"

namespace standfast {

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
