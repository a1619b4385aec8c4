// One classifier on one fold: fit, predict, check the answers. The counterpart of fold_scores.h.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/corpus/fold.h"
#include "standfast/model/classify/classifier.h"

namespace standfast {

struct ClassAnswers {
  std::vector<uint32_t> truth;  // by test document: its class, a place in the names of the column
  DenseMatrix probabilities;    // test documents x classes
  uint32_t train_documents = 0, train_classes = 0;  // what was learned from: classes that have a document
};

// Fits on train, with validation as the dev documents, and answers test; what is aside no model sees. Every
// document must have a class. context.seed is set here, as in fold_answers. weight_column: what the training
// documents weigh (weights_of), "" for all alike. Data errors: a side without documents, a bad weight, an
// answer that is no distribution.
Result<ClassAnswers> class_answers(const Corpus& corpus, const Fold& fold, const Column& classes,
                                   uint32_t number, uint64_t seed, Classifier& classifier,
                                   ClassifierContext context, uint32_t fit = 0,
                                   const std::string& weight_column = {});

}  // namespace standfast
