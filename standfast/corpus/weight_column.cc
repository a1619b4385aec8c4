#include "standfast/corpus/weight_column.h"

#include <charconv>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "standfast/corpus/training_set.h"

namespace standfast {
namespace {

std::optional<double> number_of(const std::string& text) {
  double value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

Result<std::vector<double>> weights_of(const Corpus& corpus, const std::string& column,
                                       std::span<const uint32_t> rows) {
  SF_ASSIGN(const Column* values, corpus.require_named(column));
  std::vector<double> of_code;
  for (const auto& name : values->names)
    of_code.push_back(number_of(name).value_or(std::numeric_limits<double>::quiet_NaN()));
  std::vector<double> weights;
  weights.reserve(rows.size());
  for (const uint32_t row : rows) {
    const auto wrong = [&](const std::string& what) {
      return data_error(fmt::format("{}: document \"{}\" {} (column \"{}\"); a weight is a number, 0 or more",
                                    corpus.name(), corpus.id(row), what, column));
    };
    const uint32_t code = values->codes[row];
    if (code == kMissing) return wrong("has no weight");
    if (const auto objection = objection_to_weight(of_code[code]); !objection.empty())
      return wrong(fmt::format("has the weight \"{}\", which {}", values->names[code], objection));
    weights.push_back(of_code[code]);
  }
  return weights;
}

}  // namespace standfast
