#include "standfast/corpus/training_set.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <fmt/format.h>

namespace standfast {

std::string objection_to_weight(double weight) {
  if (std::isnan(weight)) return "is no number";
  if (weight < 0) return "is negative";
  if (weight > kMostWeight) return fmt::format("is above {:g}", kMostWeight);
  if (weight > 0 && weight < kLeastWeight)
    return fmt::format("is below {:g}; write 0 to leave the document out of the fit", kLeastWeight);
  return "";
}

Status check_weights(const std::string& owner, const TrainingSet& training) {
  if (training.weights.empty()) return {};
  const DocumentView& documents = training.documents;
  assert(training.weights.size() == documents.size());
  for (uint32_t i = 0; i < documents.size(); ++i)
    if (const auto objection = objection_to_weight(training.weights[i]); !objection.empty())
      return data_error(fmt::format("{}: the weight {} of document \"{}\" {}", owner, training.weights[i],
                                    documents.corpus->id(documents.rows[i]), objection));
  if (std::all_of(training.weights.begin(), training.weights.end(), [](double w) { return w == 0; }))
    return data_error(fmt::format("{}: all {} training documents have weight 0", owner, documents.size()));
  return {};
}

Status refuse_weights(const std::string& owner, const TrainingSet& training) {
  assert(training.weights.empty() || training.weights.size() == training.documents.size());
  if (std::all_of(training.weights.begin(), training.weights.end(), [](double w) { return w == 1; }))
    return {};
  return usage_error(fmt::format(
      "{} takes no weights of documents (standfast ls --long shows which classifiers take weights)", owner));
}

}  // namespace standfast
