// Which class each classifier takes for which, with the documents of all folds and seeds pooled.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/result/findings/class_items.h"

namespace standfast::result {

// At most this many classes: those with most test documents. More cannot be told apart in a figure.
inline constexpr size_t kMostClassesShown = 40;

struct AnswerMatrices {
  std::vector<std::string> classes;  // most test documents first
  struct Matrix {
    size_t condition = 0, model = 0;  // places in RunRecords
    struct Cell {
      size_t truth = 0, answer = 0;  // places in classes
      uint64_t n = 0;
    };
    std::vector<Cell> cells;  // the non-empty ones, by truth, then answer
  };
  std::vector<Matrix> matrices;  // by model, then condition
};

// Takes the answers of one model under one condition after another, in any order.
class AnswerMatrixCount {
 public:
  // documents: answers to documents of each class, in all cells of the corpus (answer_outline.h).
  AnswerMatrixCount(const CorpusInfo& corpus, const std::vector<uint64_t>& documents);
  void add(size_t condition, size_t model, const PooledItems& items);
  AnswerMatrices found() &&;

 private:
  AnswerMatrices out_;
  std::vector<size_t> place_;  // of each class among those shown, or kNotShown
};

}  // namespace standfast::result
