// One classifier on one fold: fit, predict, check the answers. The counterpart of fold_scores.h.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "standfast/corpus/fold.h"
#include "standfast/model/classify/classifier.h"

namespace standfast {

// What a fitted classifier answered to the documents of one side.
struct ClassExam {
  std::string side;
  std::vector<uint32_t> rows;   // of the corpus, ascending; each has a class
  std::vector<uint32_t> truth;  // by row: its class, a place in the names of the column
  DenseMatrix probabilities;    // rows x classes
};

struct ClassExams {
  std::vector<ClassExam> sides;                     // the test documents come first
  uint32_t train_documents = 0, train_classes = 0;  // what was learned from: classes that have a document
  const ClassExam& test() const { return sides.front(); }
};

// Fits on train, with validation as the dev documents, and answers test and each of the sides; what is aside
// no model sees. Every document of the fold must have a class; of a side those without one are left out.
// context.seed is set here, as in examine_pairs. weight_column: what the training documents weigh
// (weights_of), "" for all alike. Data errors: a side without documents, a bad weight, an answer that is no
// distribution and, unless the traits (as the catalog has them) say `abstains`, a row of zeros.
Result<ClassExams> examine_documents(const Corpus& corpus, const Fold& fold, std::span<const KeptApart> sides,
                                     const Column& classes, uint32_t number, uint64_t seed,
                                     Classifier& classifier, const ClassifierTraits& traits,
                                     ClassifierContext context, uint32_t fit = 0,
                                     const std::string& weight_column = {});

}  // namespace standfast
