// One classifier on one fold: fit, predict, check the answers. The counterpart of fold_scores.h.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "standfast/corpus/fold.h"
#include "standfast/model/classify/classifier.h"

namespace standfast {

struct ClassAnswers {
  std::vector<uint32_t> truth;  // by test document: its class, a place in the names of the column
  DenseMatrix probabilities;    // test documents x classes
  uint32_t train_documents = 0, train_classes = 0;  // what was learned from: classes that have a document
};

// Fits on train, answers test; validation is left alone, so that a splitter may keep documents from both
// sides (topic confusion does). Every document must have a class. context.seed is set here, as in
// fold_answers. Data errors: a side without documents, an answer that is no distribution.
Result<ClassAnswers> class_answers(const Corpus& corpus, const Fold& fold, const Column& classes,
                                   uint32_t number, uint64_t seed, Classifier& classifier,
                                   ClassifierContext context, uint32_t fit = 0);

}  // namespace standfast
