#include "standfast/corpus/document_vectors.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

namespace standfast {

Result<std::vector<size_t>> places_of(const Corpus& corpus, const DocumentVectors& vectors,
                                      std::span<const uint32_t> rows) {
  assert(vectors.rows.size() == vectors.matrix.rows);
  std::vector<size_t> places;
  places.reserve(rows.size());
  for (const uint32_t row : rows) {
    const auto found = std::lower_bound(vectors.rows.begin(), vectors.rows.end(), row);
    if (found == vectors.rows.end() || *found != row)
      return data_error(fmt::format("{}: the document {} has no vector in the space {}", corpus.name(),
                                    corpus.id(row), vectors.space));
    places.push_back(static_cast<size_t>(found - vectors.rows.begin()));
  }
  return places;
}

}  // namespace standfast
