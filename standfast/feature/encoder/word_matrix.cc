#include "standfast/feature/encoder/word_matrix.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/feature/encoder/word_options.h"

namespace standfast {

Result<WordMatrix> word_matrix(const Corpus& corpus, std::span<const uint32_t> rows,
                               const TfidfOptions& options, int threads) {
  WordMatrix documents{order_by_id(corpus, rows), {}};
  const auto texts = texts_of(corpus, documents.order.rows);
  Tfidf vectorizer(options);
  if (auto status = vectorizer.fit(texts, threads); !status)
    return with_context(describe_bounds(options), status.error());
  documents.matrix = vectorizer.transform(texts, threads);
  return documents;
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
