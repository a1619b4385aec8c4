#include "standfast/split/file/label_balance.h"

#include <algorithm>
#include <cmath>

#include "standfast/base/option_codec.h"
#include "standfast/split/document_labels.h"

namespace standfast {
namespace {

std::string text_option(const Options& options, const char* name) {
  const auto found = options.values().find(name);
  const auto* text = found == options.values().end() ? nullptr : std::get_if<std::string>(&found->second);
  return text == nullptr ? "" : *text;
}

// The rows on any side.
std::vector<uint32_t> rows_in_folds(const Corpus& corpus, const Split& split) {
  std::vector<bool> used(corpus.size(), false);
  for (const auto& fold : split.folds)
    for (const auto* side : {&fold.train, &fold.validation, &fold.test, &fold.aside})
      for (const auto& run : side->runs())
        std::fill(used.begin() + run.first, used.begin() + run.last + 1, true);
  std::vector<uint32_t> rows;
  for (uint32_t row = 0; row < corpus.size(); ++row)
    if (used[row]) rows.push_back(row);
  return rows;
}

double part_of_whole(uint64_t part, uint64_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

// Of the folds of one repeat.
double mean_sd(const std::vector<LabelBalance::Label>& labels, size_t begin, size_t end) {
  const auto folds = static_cast<double>(end - begin);
  double sum = 0;
  for (const auto& label : labels) {
    uint64_t tested = 0;
    for (size_t f = begin; f < end; ++f) tested += label.tested[f];
    if (tested == 0 || end - begin < 2) return std::numeric_limits<double>::quiet_NaN();
    double squares = 0;
    for (size_t f = begin; f < end; ++f) {
      const double off = part_of_whole(label.tested[f], tested) - 1 / folds;
      squares += off * off;
    }
    sum += std::sqrt(squares / folds);
  }
  return sum / static_cast<double>(labels.size());
}

}  // namespace

LabelBalance label_balance(const Corpus& corpus, const Sample& sample, const Split& split) {
  LabelBalance balance;
  std::vector<std::string> columns = list_of(text_option(split.options, "by"));
  const std::string kind = text_option(split.options, "balance");
  if (columns.empty() || columns.front() == kNoColumn || (!kind.empty() && kind != "classes")) return balance;
  const auto rows = rows_in_folds(corpus, split);
  const auto labels = document_labels(corpus, sample, rows, columns);
  if (!labels || labels->labels() == 0) return balance;
  for (const auto& value : labels->values)
    balance.labels.push_back({value.column, value.value, 0, std::vector<uint64_t>(split.folds.size(), 0)});
  for (const uint32_t row : rows)
    for (const uint32_t label : labels->of[row]) ++balance.labels[label].documents;
  for (size_t f = 0; f < split.folds.size(); ++f)
    for (const uint32_t row : split.folds[f].test)
      for (const uint32_t label : labels->of[row]) ++balance.labels[label].tested[f];

  balance.largest_deviation = 0;
  for (size_t f = 0; f < split.folds.size(); ++f)
    for (const auto& label : balance.labels)
      if (!split.folds[f].test.empty())
        balance.largest_deviation = std::max(
            balance.largest_deviation, std::abs(part_of_whole(label.tested[f], split.folds[f].test.size()) -
                                                part_of_whole(label.documents, rows.size())));
  double sum = 0;
  size_t repeats = 0;
  for (size_t begin = 0; begin < split.folds.size(); ++repeats) {
    size_t end = begin;
    while (end < split.folds.size() && split.folds[end].repeat == split.folds[begin].repeat) ++end;
    sum += mean_sd(balance.labels, begin, end);
    begin = end;
  }
  balance.mean_sd = sum / static_cast<double>(repeats);
  return balance;
}

}  // namespace standfast
