// One classifier on one fold: fit, predict, check the answers. fold_scores.h does the same for verifiers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "standfast/corpus/fold.h"
#include "standfast/corpus/training_columns.h"
#include "standfast/model/classify/classifier.h"

namespace standfast {

// The answers of a fitted classifier to the documents of one side.
struct ClassExam {
  std::string side;
  std::vector<uint32_t> rows;   // of the corpus, ascending; each has a class
  std::vector<uint32_t> truth;  // by row: its class, as a place in the names of the column
  DenseMatrix probabilities;    // rows x classes
  std::vector<uint8_t> cue = {};  // by row: the value of a planted cue, kNoCue for none; empty without a shortcut
};

struct ClassExams {
  std::vector<ClassExam> sides;                     // the test documents come first
  uint32_t train_documents = 0, train_classes = 0;  // what it learned from; classes: those with a document
  const ClassExam& test() const { return sides.front(); }
};

// Fits on train, with validation as the dev documents. Then answers test and each of the sides. No model sees
// what is aside. Every document of the fold must have a class; documents of a side without a class are left
// out. context.seed is set here, as in examine_pairs. columns: weights and groups of the training documents.
// Data errors: a side without documents, a bad weight, an answer that is not a distribution, and a row of zeros
// unless the traits (as the catalog has them) say `abstains`.
Result<ClassExams> examine_documents(const Corpus& corpus, const Fold& fold, std::span<const KeptApart> sides,
                                     const Column& classes, uint32_t number, uint64_t seed,
                                     Classifier& classifier, const ClassifierTraits& traits,
                                     ClassifierContext context, uint32_t fit = 0,
                                     const TrainingColumns& columns = {});

}  // namespace standfast
