#include "standfast/feature/encoder/word_matrix.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/feature/encoder/word_options.h"

namespace standfast {

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
