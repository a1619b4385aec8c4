// A ninth of the train documents for validation, as latent feature splits have it: the test side is a tenth of all
// documents, so this is a tenth too (Züfle, Dankers, Titov 2023).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/option_table.h"
#include "standfast/corpus/corpus.h"
#include "standfast/split/splitter.h"

namespace standfast {

enum class NinthDraw : uint8_t { none, stratified, numpy_legacy };

struct NinthOptions {
  NinthDraw ninth = NinthDraw::none;
};
// what: which train documents, for the meaning of the option.
OptionTable<NinthOptions> ninth_table(const std::string& what, NinthDraw by_default);

struct TrainAndValidation {
  std::vector<uint32_t> train, validation;
};
// train: for numpy-legacy in the order of the published list (its seed is 42, and classes play no part); for
// stratified in any order, and context.classes are in proportion where there are any. One document or none
// gives no validation.
TrainAndValidation take_ninth(NinthDraw how, const Corpus& corpus, std::vector<uint32_t> train,
                              const SplitContext& context);

}  // namespace standfast
