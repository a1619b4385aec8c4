#include "standfast/feature/document/feature_options.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/feature/ngram/text_preparation.h"
#include "standfast/text/function_words.h"
#include "standfast/text/line_lists.h"
#include "standfast/text/unicode.h"
#include "standfast/text/words.h"

namespace standfast {

constexpr const char* kRules[] = {"paper", "letters", "spaces"};

TfidfOptions bounds_of(const DocumentFeatureOptions& options) {
  TfidfOptions grams;
  grams.max_features = options.max_features;
  grams.min_df = {options.min_df, options.min_df < 1};
  grams.max_df = {options.max_df, options.max_df <= 1};
  grams.min_word_length = std::min(options.min_word_length, 1000U);
  grams.between_spaces = options.words == WordRule::spaces;
  grams.binary = options.weight == FeatureWeight::presence;
  return grams;
}

std::shared_ptr<const TextEdit> word_rule(const DocumentFeatureOptions& options) {
  if (options.words != WordRule::paper) return nullptr;
  return std::make_shared<PaperWords>(options.lower_case);
}

Result<std::vector<std::string>> prepared_function_words(const DocumentFeatureOptions& options) {
  const std::string& path = options.function_words;
  const bool built_in = path.empty() || find_function_words(path) != nullptr;
  SF_ASSIGN(const auto given, read_listed_words(path.empty() ? "en" : path));
  const auto rule = word_rule(options);
  std::vector<std::string> words;
  std::string edited, lowered;
  for (const auto& [entry, line] : given) {
    std::string_view text = entry;
    if (rule) {
      rule->apply(text, edited);
      text = edited;
    }
    if (options.lower_case) {
      to_lower(text, lowered);
      text = lowered;
    }
    size_t count = 0;
    std::string_view only;
    const auto add = [&](std::string_view word) { ++count, only = word; };
    for_each_word_by(options.words == WordRule::spaces, text, 1, add);
    if (count == 1)
      words.emplace_back(only);
    else if (!built_in)
      return data_error(fmt::format(
          "{}:{}: \"{}\" is {} words where words = {}, not one; put each word on a line of its own", path,
          line, entry, count, kRules[static_cast<size_t>(options.words)]));
  }
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

}  // namespace standfast
