// Which class each classifier takes for which, with the documents of all folds and seeds pooled.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/result/findings/summary.h"
#include "standfast/result/run/records.h"

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
  std::vector<Matrix> matrices;  // by model, then condition; without the chance model
};

AnswerMatrices answer_matrices(const RunRecords& run, const Summary& summary, size_t corpus);

}  // namespace standfast::result
