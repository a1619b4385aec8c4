#include "standfast/feature/encoder/word_options.h"

#include <algorithm>

#include <fmt/format.h>

namespace standfast {
namespace {

std::string describe(const DocumentBound& bound) {
  return bound.is_share ? fmt::format("{:g} % of the documents", 100 * bound.value)
                        : fmt::format("{:g} documents", bound.value);
}

}  // namespace

OptionTable<WordBounds> word_bounds_table() {
  OptionTable<WordBounds> table;
  table.add("max-features", &WordBounds::max_features,
            "keep this many of the most frequent words; 0 keeps all");
  table
      .add(
          "min-df", &WordBounds::min_df,
          "leave out words in fewer documents; below 1 it is a share of the documents, else a number of them")
      .at_least(0);
  table
      .add("max-df", &WordBounds::max_df,
           "leave out words in more documents (they belong to no topic); up to 1 it is a share of the "
           "documents, else a number of them")
      .above(0);
  table.require([](const WordBounds& bounds) {
    const TfidfOptions words = word_tfidf(bounds);
    return words.min_df.is_share == words.max_df.is_share && bounds.min_df > bounds.max_df
               ? fmt::format("min-df = {} is above max-df = {}: no word can be within both", bounds.min_df,
                             bounds.max_df)
               : std::string();
  });
  return table;
}

TfidfOptions word_tfidf(const WordBounds& bounds) {
  TfidfOptions words;
  words.analyzer = Analyzer::words;
  words.min_n = words.max_n = 1;
  words.max_features = bounds.max_features;
  words.min_df = {bounds.min_df, bounds.min_df < 1};
  words.max_df = {bounds.max_df, bounds.max_df <= 1};
  words.min_word_length = 2;
  return words;
}

std::string describe_bounds(const TfidfOptions& options) {
  return fmt::format("words in at least {} and at most {}", describe(options.min_df),
                     describe(options.max_df));
}

Result<WordMatrix> word_matrix(const DocumentView& documents, const TfidfOptions& options, int threads) {
  WordMatrix made{rows_by_id(documents), Tfidf(options), {}};
  const auto texts = texts_of(*documents.corpus, made.rows);
  if (auto status = made.words_of.fit(texts, threads); !status)
    return with_context(describe_bounds(options), status.error());
  made.matrix = made.words_of.transform(texts, threads);
  return made;
}

Status check_directions(const WordMatrix& documents, uint32_t components) {
  const size_t rows = documents.matrix.rows();
  if (components > std::min(rows, documents.words()))
    return data_error(fmt::format(
        "components = {} were asked for, but {} documents with {} different words have fewer directions",
        components, rows, documents.words()));
  return {};
}

}  // namespace standfast
