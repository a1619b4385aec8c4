// The errors of a plain model: the first stage of JTT (Liu et al. 2021), and the way to infer groups that are
// unknown.
//
// held-out: the documents are dealt to k parts, class by class; each part is answered by a model of the other
// parts. training: one model is fitted on all documents and answers the same ones. A bag of words fits nearly
// all of its training documents, so with `training` the first stage should be regularised (first-set =
// "lambda=100"), as the network of the paper is by few epochs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/base/option_table.h"
#include "standfast/model/robust/base_model.h"

namespace standfast {

struct FirstStageOptions {
  bool training = false;
  int folds = 5;
  std::vector<std::string> first_set;
};
OptionTable<FirstStageOptions> first_stage_table();

struct FirstStageErrors {
  std::vector<uint8_t> train;  // by training document: 1 if wrong (of weight 0: 0)
  std::vector<uint8_t> dev;    // by validation document, by a model of all training documents; only on
                               // request
};
// Finds the errors. A document is right if no other class is as probable as its own. `owner` names the random
// streams.
Result<FirstStageErrors> first_stage_errors(const std::string& owner, const TrainingSet& train,
                                            const BaseOptions& base, const FirstStageOptions& options,
                                            bool of_dev, const ClassifierContext& context);

// Returns the class with the largest number, kMissing if two share it.
uint32_t clear_answer(std::span<const double> row);

}  // namespace standfast
