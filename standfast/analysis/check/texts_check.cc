// The checks for empty and very short texts.
#include <fmt/format.h>

#include "standfast/analysis/check/checks.h"
#include "standfast/text/unicode.h"
#include "standfast/text/words.h"

namespace standfast {
namespace {

constexpr uint64_t kFewWords = 3;     // a text with fewer words is short
constexpr double kShortShare = 0.01;  // share of the documents below which there is no finding

uint64_t words_of(std::string_view text) {
  uint64_t words = 0;
  for_each_word(text, 1, [&](std::string_view) { ++words; });
  return words;
}

bool is_blank(std::string_view text) {
  for (size_t at = 0; at < text.size();)
    if (!is_space(next_code_point(text, at))) return false;
  return true;
}

}  // namespace

DataOutcome check_empty_texts(const CheckedData& data) {
  DataOutcome outcome;
  std::vector<uint32_t> rows;
  for (uint32_t row = 0; row < data.size(); ++row)
    if (is_blank(data.texts[row])) rows.push_back(row);
  if (!rows.empty())
    outcome.findings.push_back(
        {fmt::format("{} of {} documents have no text, or only white space", rows.size(), data.size()),
         rows.size(), data.size(), rows});
  return outcome;
}

DataOutcome check_short_texts(const CheckedData& data) {
  DataOutcome outcome;
  std::vector<uint32_t> rows;
  for (uint32_t row = 0; row < data.size(); ++row)
    if (!is_blank(data.texts[row]) && words_of(data.texts[row]) < kFewWords) rows.push_back(row);
  if (static_cast<double>(rows.size()) >= kShortShare * data.size() && !rows.empty())
    outcome.findings.push_back(
        {fmt::format("{} of {} documents have fewer than {} words", rows.size(), data.size(), kFewWords),
         rows.size(), data.size(), rows});
  return outcome;
}

}  // namespace standfast
