// Precision, recall and F1 of each class, the documents of all folds and seeds pooled.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/metric/classes/classification_profile.h"
#include "standfast/metric/stat/estimate.h"
#include "standfast/result/findings/class_items.h"

namespace standfast::result {

struct ScoresByClass {
  size_t condition = 0, model = 0;   // places in RunRecords
  std::vector<ClassScores> classes;  // by CorpusInfo::classes
  // F1 and recall of each class with their intervals, which allow for documents that share an author or a
  // topic (metric/stat/unit_estimate.h). There is no value if no document has the class.
  std::vector<Estimate> f1 = {}, recall = {};
};

// Return the influence of each answer on F1 = 2 right / (of it + answered) or on recall = right / of it: the
// derivative of the number by the weight of the answer. Influences add up to 0.
std::vector<double> f1_influence(const PooledItems& items, uint32_t klass, const ClassScores& scores);
std::vector<double> recall_influence(const PooledItems& items, uint32_t klass, const ClassScores& scores);

// Maximum number of classes with intervals; further classes have none.
inline constexpr size_t kMostClassIntervals = 50;

ScoresByClass scores_by_class(const RunRecords& run, size_t corpus, size_t condition, size_t model,
                              const PooledItems& items, double level);

// Maximum number of classes in a confusion matrix: the classes with most test documents. More cannot be told
// apart in a figure.
inline constexpr size_t kMostClassesShown = 40;

// Confusion matrices of the classifiers, with the documents of all folds and seeds pooled.
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

// Builder of confusion matrices. It takes the answers of one model under one condition after another, in any
// order.
class AnswerMatrixCount {
 public:
  // Chooses the classes to show. documents: answers to documents of each class, in all cells of the corpus
  // (answer_outline.h).
  AnswerMatrixCount(const CorpusInfo& corpus, const std::vector<uint64_t>& documents);
  void add(size_t condition, size_t model, const PooledItems& items);
  AnswerMatrices found() &&;

 private:
  AnswerMatrices out_;
  std::vector<size_t> place_;  // of each class among those shown, or kNotShown
};

}  // namespace standfast::result
