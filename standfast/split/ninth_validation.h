// A ninth of the train documents as validation, as in latent feature splits: the test side is a tenth of all
// documents, so validation is a tenth too (Züfle, Dankers, Titov 2023).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/option_table.h"
#include "standfast/corpus/corpus.h"
#include "standfast/split/splitter.h"

namespace standfast {

enum class NinthValidation : uint8_t { none, stratified, numpy_legacy };

struct NinthValidationOptions {
  NinthValidation ninth = NinthValidation::none;
};
// Returns the option table. what: a description of the train documents, for the help text of the option.
OptionTable<NinthValidationOptions> ninth_validation_table(const std::string& what,
                                                           NinthValidation by_default);

struct TrainAndValidation {
  std::vector<uint32_t> train, validation;
};
// Takes a ninth of train for validation. train: for numpy-legacy in the order of the published list (its seed
// is 42, and classes are ignored); for stratified in any order, with context.classes in proportion if there
// are any. With one document or none there is no validation.
TrainAndValidation take_ninth_validation(NinthValidation how, const Corpus& corpus,
                                         std::vector<uint32_t> train, const SplitContext& context);

}  // namespace standfast
