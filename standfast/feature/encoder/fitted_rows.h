// The vectors that a fit gave its own documents, found again by id and text.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "standfast/corpus/document_view.h"
#include "standfast/num/kernel/dense.h"

namespace standfast {

template <class T>
class FittedRows {
 public:
  // vectors: row i belongs to rows[i], which are in the order of ids.
  FittedRows(const Corpus& corpus, std::span<const uint32_t> rows, Dense<T> vectors)
      : vectors_(std::move(vectors)) {
    for (const uint32_t row : rows) {
      ids_.emplace_back(corpus.id(row));
      texts_.push_back(std::hash<std::string_view>()(corpus.text(row)));
    }
  }

  size_t columns() const { return vectors_.columns; }

  // The vector of a document of the fit, or nothing.
  std::optional<std::span<const T>> find(const DocumentView& documents, size_t i) const {
    const std::string_view id = documents.corpus->id(documents.rows[i]);
    const auto found = std::lower_bound(ids_.begin(), ids_.end(), id);
    if (found == ids_.end() || *found != id) return std::nullopt;
    const auto at = static_cast<size_t>(found - ids_.begin());
    if (texts_[at] != std::hash<std::string_view>()(documents.text(i))) return std::nullopt;
    return vectors_.row(at);
  }

  // The vectors of all documents: those of the fit as they are there, the others by others(view), a matrix
  // with a row for each.
  template <class Others>
  Dense<T> all(const DocumentView& documents, const Others& others) const {
    Dense<T> out(documents.size(), columns());
    std::vector<uint32_t> rows;
    std::vector<size_t> places;
    for (size_t i = 0; i < documents.size(); ++i) {
      if (const auto vector = find(documents, i)) {
        std::copy(vector->begin(), vector->end(), out.row(i).begin());
      } else {
        rows.push_back(documents.rows[i]);
        places.push_back(i);
      }
    }
    if (rows.empty()) return out;
    const Dense<T> more = others(DocumentView{documents.corpus, rows});
    for (size_t k = 0; k < places.size(); ++k) {
      const auto from = more.row(k);
      std::copy(from.begin(), from.end(), out.row(places[k]).begin());
    }
    return out;
  }

 private:
  std::vector<std::string> ids_;  // ascending
  std::vector<size_t> texts_;     // hashes, in the same order
  Dense<T> vectors_;
};

}  // namespace standfast
