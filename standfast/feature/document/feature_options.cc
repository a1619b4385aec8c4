#include "standfast/feature/document/feature_options.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "standfast/feature/document/function_words.h"
#include "standfast/feature/ngram/text_preparation.h"

namespace standfast {
namespace {

std::optional<std::pair<uint32_t, uint32_t>> lengths_from(const std::string& text) {
  uint32_t low = 0, high = 0;
  const char* const end = text.data() + text.size();
  auto read = std::from_chars(text.data(), end, low);
  if (read.ec != std::errc()) return std::nullopt;
  high = low;
  if (read.ptr != end) {
    if (*read.ptr != '-') return std::nullopt;
    read = std::from_chars(read.ptr + 1, end, high);
    if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  }
  if (low < 1 || low > high || high > 30) return std::nullopt;
  return std::pair{low, high};
}

}  // namespace

Result<std::vector<Family>> parse_families(const std::string& text) {
  std::vector<Family> families;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find('+', at), text.size());
    const std::string name = text.substr(at, end - at);
    at = end + 1;
    const auto found = std::find(std::begin(kFamilyNames), std::end(kFamilyNames), name);
    if (found == std::end(kFamilyNames))
      return usage_error(
          fmt::format("features = \"{}\": there is no family \"{}\" (there are: {}; join with +)", text, name,
                      fmt::join(kFamilyNames, ", ")));
    const auto family = static_cast<Family>(found - std::begin(kFamilyNames));
    if (std::find(families.begin(), families.end(), family) != families.end())
      return usage_error(fmt::format("features = \"{}\": \"{}\" is there twice", text, name));
    families.push_back(family);
  }
  return families;
}

Result<std::pair<uint32_t, uint32_t>> parse_lengths(const Options& options, const std::string& option) {
  if (const auto lengths = lengths_from(options.text(option))) return *lengths;
  return usage_error(fmt::format("{} = \"{}\": it is a length from 1 to 30, as 3, or a range, as 1-3", option,
                                 options.text(option)));
}

Result<TfidfOptions> parse_bounds(const Options& options) {
  TfidfOptions grams;
  const double least = options.number("min-df"), most = options.number("max-df");
  if (!(least >= 0) || !(most > 0))
    return usage_error(
        fmt::format("min-df = {}, max-df = {}: neither is negative, and max-df is above 0", least, most));
  if (options.integer("max-features") < 0 || options.integer("min-word-length") < 1)
    return usage_error("max-features is not negative, and min-word-length is at least 1");
  grams.max_features = static_cast<uint64_t>(options.integer("max-features"));
  grams.min_df = {least, least < 1};
  grams.max_df = {most, most <= 1};
  grams.min_word_length = static_cast<uint32_t>(std::min<int64_t>(options.integer("min-word-length"), 1000));
  grams.binary = options.text("weight") == "presence";
  return grams;
}

std::shared_ptr<const TextEdit> word_rule(const Options& options) {
  if (options.text("words") != "paper") return nullptr;
  return std::make_shared<PaperWords>(options.flag("lower-case"));
}

Result<std::vector<std::string>> prepared_function_words(const Options& options) {
  const std::string& path = options.text("function-words");
  std::vector<std::string> given;
  if (path.empty()) {
    const auto english = english_function_words();
    given.assign(english.begin(), english.end());
  } else {
    SF_ASSIGN(given, read_word_list(path));
  }
  const auto rule = word_rule(options);
  std::vector<std::string> words;
  std::string edited, lowered;
  for (const auto& entry : given) {
    std::string_view text = entry;
    if (rule) {
      rule->apply(text, edited);
      text = edited;
    }
    if (options.flag("lower-case")) {
      to_lower(text, lowered);
      text = lowered;
    }
    size_t count = 0;
    std::string_view only;
    for_each_word(text, 1, [&](std::string_view word) { ++count, only = word; });
    if (count == 1)
      words.emplace_back(only);
    else if (!path.empty())
      return data_error(fmt::format("{}: \"{}\" is {} words where words = {}, not one", path, entry, count,
                                    options.text("words")));
  }
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

}  // namespace standfast
