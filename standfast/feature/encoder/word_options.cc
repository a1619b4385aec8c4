#include "standfast/feature/encoder/word_options.h"

#include <fmt/format.h>

namespace standfast {
namespace {

std::string describe(const DocumentBound& bound) {
  return bound.is_share ? fmt::format("{:g} % of the documents", 100 * bound.value)
                        : fmt::format("{:g} documents", bound.value);
}

}  // namespace

std::vector<OptionSpec> word_options(int64_t max_features, double min_df, double max_df) {
  return {
      {"max-features", max_features, "keep this many of the most frequent words; 0 keeps all"},
      {"min-df", min_df,
       "leave out words in fewer documents; below 1 it is a share of the documents, else a number of them"},
      {"max-df", max_df,
       "leave out words in more documents (they belong to no topic); up to 1 it is a share of the documents, "
       "else a number of them"}};
}

Result<TfidfOptions> word_tfidf(const Options& options) {
  const double least = options.number("min-df"), most = options.number("max-df");
  if (!(least >= 0)) return usage_error(fmt::format("min-df = {}: it is not negative", least));
  if (!(most > 0)) return usage_error(fmt::format("max-df = {}: it is above 0", most));
  if (options.integer("max-features") < 0)
    return usage_error(fmt::format("max-features = {}: it is not negative", options.integer("max-features")));
  TfidfOptions words;
  words.analyzer = Analyzer::words;
  words.min_n = words.max_n = 1;
  words.max_features = static_cast<uint64_t>(options.integer("max-features"));
  words.min_df = {least, least < 1};
  words.max_df = {most, most <= 1};
  if (words.min_df.is_share == words.max_df.is_share && least > most)
    return usage_error(
        fmt::format("min-df = {} is above max-df = {}: no word can be within both", least, most));
  words.min_word_length = 2;
  return words;
}

Status check_range(const Options& options, const std::string& name, int64_t least, int64_t most) {
  const int64_t value = options.integer(name);
  if (value < least || value > most)
    return usage_error(fmt::format("{} = {}: it is {} to {}", name, value, least, most));
  return {};
}

std::string describe_bounds(const TfidfOptions& options) {
  return fmt::format("words in at least {} and at most {}", describe(options.min_df),
                     describe(options.max_df));
}

}  // namespace standfast
