// An index of the finished cells of a run by corpus, condition and model.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "standfast/result/run/records.h"

namespace standfast::result {

using Folds = std::vector<const CellRecord*>;

class CellIndex {
 public:
  // Builds the index in one pass over the cells. The run must outlive it, and its cells must not move.
  explicit CellIndex(const RunRecords& run);

  // Returns the finished folds of all seeds, in the order of RunRecords::cells. Arguments are places in
  // RunRecords; a condition stands for a condition of the study together with a side.
  const Folds& folds(size_t corpus, size_t condition, size_t model) const {
    return folds_[(corpus * conditions_ + condition) * models_ + model];
  }

  // Returns true if a fold has failed, has not run, or has no answers.
  bool lacks_folds(size_t corpus, size_t condition, size_t model) const {
    return lacks_folds_[(corpus * conditions_ + condition) * models_ + model];
  }

 private:
  size_t conditions_, models_;
  std::vector<Folds> folds_;
  std::vector<bool> lacks_folds_;
};

// Returns the folds that a and b have in common, once from each, in their order. Models of one condition
// answer the same items in a fold, so two of them are compared on these.
std::pair<Folds, Folds> common_folds(const Folds& a, const Folds& b);
// Returns true if both have the same folds.
bool have_same_folds(const Folds& a, const Folds& b);

// A map from names to places in a list of named items, such as RunRecords::conditions.
class Places {
 public:
  template <class List>
  explicit Places(const List& list) {
    size_t place = 0;
    for (const auto& item : list) places_.emplace(item.name, place++);
  }
  // Returns the place of a name, or kNowhere if it is unknown.
  size_t of(const std::string& name) const {
    const auto found = places_.find(name);
    return found == places_.end() ? kNowhere : found->second;
  }
  static constexpr size_t kNowhere = static_cast<size_t>(-1);

 private:
  std::unordered_map<std::string, size_t> places_;
};

// Numbers of cells of a run that finished, failed or have not run. A cell counts once, whatever sides it has:
// by its test items; as missing if the answers to any side are.
struct RunCounts {
  uint64_t cells = 0, failed = 0, missing = 0;  // cells: finished
  std::string first_failed;                     // in the words of MissingCell::label; "": none
};
RunCounts run_counts(const RunRecords& run);

}  // namespace standfast::result
