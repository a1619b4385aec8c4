// Reader of class predictions. Any bytes give rows of probabilities that sum to 1, or to 0 if there is no
// answer, or one line of refusal. Written again, the predictions read back the same.
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "standfast/answers/class_predictions.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace standfast;
  const auto read = parse_class_predictions(std::string(reinterpret_cast<const char*>(data), size), "fuzz");
  if (!read) {
    if (read.error().message.empty()) std::abort();
    return 0;
  }
  const size_t n = read->ids.size(), classes = read->classes.size();
  if (read->predicted.size() != n || read->probabilities.rows() != n) std::abort();
  for (const uint32_t c : read->predicted)
    if (c >= classes && c != kNoAnswer) std::abort();
  if (!read->has_probabilities || n * classes > 10000) return 0;
  auto writer =
      ClassPredictionWriter::make(read->classes, ClassPredictionWriter::Format::jsonl, !read->ranks_only);
  if (!writer) std::abort();
  std::string written = writer->header();
  for (size_t i = 0; i < n; ++i) {
    std::vector<double> row(classes);
    double sum = 0;
    const auto columns = read->probabilities.row_columns(i);
    for (size_t k = 0; k < columns.size(); ++k) {
      if (columns[k] >= classes) std::abort();
      row[columns[k]] = read->probabilities.row_values(i)[k];
      sum += row[columns[k]];
    }
    if (!(std::abs(sum - (read->predicted[i] == kNoAnswer ? 0 : 1)) < 1e-9)) std::abort();
    written += writer->line(read->ids[i], row);
  }
  const auto again = parse_class_predictions(written, "written");
  if (!again || again->ids != read->ids || again->classes != read->classes) std::abort();
  for (size_t i = 0; i < n; ++i)
    if ((again->predicted[i] == kNoAnswer) != (read->predicted[i] == kNoAnswer)) std::abort();
  return 0;
}
