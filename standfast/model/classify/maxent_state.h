// What a fitted maxent model knows, its saved form, and how a saved one becomes the start of another fit.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/base/json.h"
#include "standfast/base/result.h"
#include "standfast/model/saved/model_state.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

inline constexpr const char* kFeaturesBlob = "features.json";
inline constexpr const char* kWeightsBlob = "weights.f64";  // features x present classes, little endian

struct MaxentState {
  std::vector<std::string> names;  // of all classes
  std::vector<uint32_t> present;   // places in names: classes that had documents, in the order of the weights
  DenseMatrix weights;             // features x present
  std::vector<double> bias;        // by present
  nlohmann::ordered_json fit;      // facts
};

ModelState to_model_state(const MaxentState& state, std::string features);
// A data error for what no fit has made. `features`: how many the saved vocabulary has.
Result<MaxentState> from_model_state(const ModelState& saved, size_t features);

struct StartWeights {
  DenseMatrix weights;  // terms x present classes
  std::vector<double> bias;
};
// The weights of a saved fit for these terms and for the classes of `state`; 0 for what it does not know.
Result<StartWeights> start_weights(const ModelState& saved, const std::vector<std::string>& terms,
                                   const MaxentState& state);

}  // namespace standfast
