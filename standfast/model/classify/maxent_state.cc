#include "standfast/model/classify/maxent_state.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <string_view>
#include <unordered_map>

#include <fmt/format.h>

#include "standfast/base/parse_json.h"
#include "standfast/model/classify/class_rows.h"

namespace standfast {

static_assert(std::endian::native == std::endian::little, "weights are saved as they lie in memory");

ModelState to_model_state(const MaxentState& state, std::string features) {
  ModelState saved;
  saved.fields = {
      {"classes", state.names}, {"present", state.present}, {"bias", state.bias}, {"fit", state.fit}};
  saved.blobs[kFeaturesBlob] = std::move(features);
  saved.blobs[kWeightsBlob].assign(reinterpret_cast<const char*>(state.weights.data.data()),
                                   state.weights.data.size() * sizeof(double));
  return saved;
}

Result<MaxentState> from_model_state(const ModelState& saved, size_t features) {
  MaxentState state;
  saved.fields.at("classes").get_to(state.names);
  saved.fields.at("present").get_to(state.present);
  saved.fields.at("bias").get_to(state.bias);
  state.fit = saved.fields.at("fit");
  const bool finite =
      std::all_of(state.bias.begin(), state.bias.end(), [](double b) { return std::isfinite(b); });
  const size_t classes = state.present.size();
  if (!are_places(state.present, state.names.size()) || !finite || state.bias.size() != classes ||
      !state.fit.is_object())
    return data_error("maxent: the saved classes are invalid");
  const auto blob = saved.blobs.find(kWeightsBlob);
  if (blob == saved.blobs.end()) return data_error(fmt::format("the saved model has no {}", kWeightsBlob));
  if (blob->second.size() / sizeof(double) / classes != features ||
      blob->second.size() != features * classes * sizeof(double))
    return data_error(
        fmt::format("maxent: {} has {} bytes, not one number for each of {} features and {} classes",
                    kWeightsBlob, blob->second.size(), features, classes));
  state.weights = DenseMatrix(features, classes);
  std::memcpy(state.weights.data.data(), blob->second.data(), blob->second.size());
  if (!std::all_of(state.weights.data.begin(), state.weights.data.end(),
                   [](double w) { return std::isfinite(w); }))
    return data_error(fmt::format("maxent: {} holds a weight that is not a number", kWeightsBlob));
  return state;
}

Result<StartWeights> start_weights(const ModelState& saved, const std::vector<std::string>& terms,
                                   const MaxentState& state) {
  std::vector<std::string> saved_terms;
  MaxentState other;
  try {
    const auto blob = saved.blobs.find(kFeaturesBlob);
    if (blob == saved.blobs.end())
      return data_error(fmt::format("the start of maxent has no {}", kFeaturesBlob));
    SF_ASSIGN(const auto json, parse_json(blob->second, kFeaturesBlob));
    const auto& families = json.at("families");
    for (const auto& family : families) {
      const auto name = family.at("family").get<std::string>();
      for (const auto& term : family.at("terms"))
        saved_terms.push_back(families.size() == 1 ? term.get<std::string>()
                                                   : fmt::format("{}:{}", name, term.get<std::string>()));
    }
    SF_ASSIGN(other, from_model_state(saved, saved_terms.size()));
  } catch (const nlohmann::json::exception& error) {
    return data_error(fmt::format("the start of maxent: {}", error.what()));
  }
  std::unordered_map<std::string_view, size_t> row_of;
  row_of.reserve(saved_terms.size());
  for (size_t j = 0; j < saved_terms.size(); ++j) row_of.emplace(saved_terms[j], j);
  std::vector<size_t> column_of;  // for each present class of `state`; SIZE_MAX: not in the start
  for (const uint32_t c : state.present) {
    const auto at = std::find_if(other.present.begin(), other.present.end(),
                                 [&](uint32_t o) { return other.names[o] == state.names[c]; });
    column_of.push_back(at == other.present.end() ? SIZE_MAX
                                                  : static_cast<size_t>(at - other.present.begin()));
  }
  StartWeights start{DenseMatrix(terms.size(), column_of.size()), std::vector<double>(column_of.size(), 0.0)};
  for (size_t c = 0; c < column_of.size(); ++c)
    if (column_of[c] != SIZE_MAX) start.bias[c] = other.bias[column_of[c]];
  for (size_t j = 0; j < terms.size(); ++j) {
    const auto found = row_of.find(terms[j]);
    if (found == row_of.end()) continue;
    for (size_t c = 0; c < column_of.size(); ++c)
      if (column_of[c] != SIZE_MAX) start.weights.row(j)[c] = other.weights.row(found->second)[column_of[c]];
  }
  return start;
}

}  // namespace standfast
