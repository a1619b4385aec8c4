#include "standfast/report/figure/figure.h"

#include <cmath>

#include <fmt/format.h>

#include "standfast/base/in_words.h"

namespace standfast::report {

Rows::Rows(const char* name, std::initializer_list<const char*> columns, const CorpusFindings& found) {
  table_.name = file_name_of(name, {found.name});
  table_.title = found.name;
  table_.data_header = {"corpus"};
  table_.data_header.insert(table_.data_header.end(), columns.begin(), columns.end());
}

void Rows::add(std::initializer_list<Fact> facts) {
  std::vector<std::string> row = {table_.title};
  for (const auto& fact : facts) row.push_back(fact.text);
  table_.data.push_back(std::move(row));
}

double rounded(double value, int decimals) {
  const double power = std::pow(10, decimals);
  return std::round(value * power) / power;
}

std::optional<double> low_of(const std::optional<Interval>& interval) {
  return interval ? std::optional(interval->low) : std::nullopt;
}
std::optional<double> high_of(const std::optional<Interval>& interval) {
  return interval ? std::optional(interval->high) : std::nullopt;
}

std::optional<double> rounded(const std::optional<double>& value, int decimals) {
  if (!value) return std::nullopt;
  return rounded(*value, decimals);
}

std::string title_of(const char* figure, const CorpusFindings& found) {
  return fmt::format("{}, {}", figure, found.name);
}

std::string n_of(const CorpusFindings& found) {
  return fmt::format("n: {} in {}", counted(found.answers, found.of_pairs ? "scored test pair" : "answer"),
                     counted(found.cells, "cell"));
}

}  // namespace standfast::report
