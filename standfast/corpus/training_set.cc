#include "standfast/corpus/training_set.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "standfast/corpus/read/attribute_rule.h"

namespace standfast {

std::string objection_to_weight(double weight) {
  if (std::isnan(weight)) return "is not a number";
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

Result<std::vector<double>> weights_of(const Corpus& corpus, const std::string& column,
                                       std::span<const uint32_t> rows) {
  const auto wrong = [&](uint32_t row, const std::string& what) {
    return data_error(fmt::format("{}: document \"{}\" {} (column \"{}\"); a weight is a number, 0 or more",
                                  corpus.name(), corpus.id(row), what, column));
  };
  std::vector<double> weights;
  weights.reserve(rows.size());
  if (const Attribute* attribute = corpus.attribute(column);
      attribute != nullptr && attribute->kind == AttributeKind::number) {
    SF_ASSIGN(const NumberColumn* numbers, corpus.require_number(column));
    for (const uint32_t row : rows) {
      const double weight = numbers->values[row];
      if (std::isnan(weight)) return wrong(row, "has no weight");
      if (const auto objection = objection_to_weight(weight); !objection.empty())
        return wrong(row, fmt::format("has the weight \"{}\", which {}", weight, objection));
      weights.push_back(weight);
    }
    return weights;
  }
  SF_ASSIGN(const Column* values, corpus.require_named(column));
  std::vector<double> of_code;
  for (const auto& name : values->names)
    of_code.push_back(number_of(name).value_or(std::numeric_limits<double>::quiet_NaN()));
  for (const uint32_t row : rows) {
    const uint32_t code = values->codes[row];
    if (code == kMissing) return wrong(row, "has no weight");
    if (const auto objection = objection_to_weight(of_code[code]); !objection.empty())
      return wrong(row, fmt::format("has the weight \"{}\", which {}", values->names[code], objection));
    weights.push_back(of_code[code]);
  }
  return weights;
}

Result<TrainingValues> training_values(const Corpus& corpus, const TrainingColumns& columns,
                                       std::span<const uint32_t> rows) {
  TrainingValues values;
  if (!columns.weight.empty()) {
    SF_ASSIGN(values.weights, weights_of(corpus, columns.weight, rows));
  }
  if (const Column* groups = corpus.named_column(columns.group); groups != nullptr) {
    for (const uint32_t row : rows) values.groups.push_back(groups->codes[row]);
    values.group_names = groups->names;
  }
  return values;
}

}  // namespace standfast
