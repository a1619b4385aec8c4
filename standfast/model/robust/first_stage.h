// Which documents a plain model gets wrong: the first stage of JTT (Liu et al. 2021), and how groups are
// inferred where nobody knows them.
//
// held-out: the documents are dealt to k parts, class by class; each is answered by a model of the other parts.
// training: one model is fitted on all and asked about them. A bag of words fits nearly all of its training
// documents, so with `training` the first stage should be held back (first-set = "lambda=100"), as few epochs
// hold back the network of the paper.
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
  std::vector<uint8_t> dev;    // by validation document, by a model of all training documents; only if asked
};
// A document is right if no other class is as probable as its own. components of the draw: `owner`.
Result<FirstStageErrors> first_stage_errors(const std::string& owner, const TrainingSet& train,
                                            const BaseOptions& base, const FirstStageOptions& options,
                                            bool of_dev, const ClassifierContext& context);

// The class with the greatest number, kMissing if two share it.
uint32_t clear_answer(std::span<const double> row);

}  // namespace standfast
