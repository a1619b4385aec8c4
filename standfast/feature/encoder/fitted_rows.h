// The vectors that a fit gave its own documents, found again by id and text.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "standfast/base/digest.h"
#include "standfast/base/parse_json.h"
#include "standfast/corpus/document_view.h"
#include "standfast/feature/encoder/encoder_parts.h"
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
      texts_.push_back(digest_of(corpus.text(row)));
    }
  }

  size_t columns() const { return vectors_.columns; }

  // Returns the vector of a document of the fit, or nothing.
  std::optional<std::span<const T>> find(const DocumentView& documents, size_t i) const {
    const std::string_view id = documents.corpus->id(documents.rows[i]);
    const auto found = std::lower_bound(ids_.begin(), ids_.end(), id);
    if (found == ids_.end() || *found != id) return std::nullopt;
    const auto at = static_cast<size_t>(found - ids_.begin());
    if (texts_[at] != digest_of(documents.text(i))) return std::nullopt;
    return vectors_.row(at);
  }

  // Returns the vectors of all documents: of the fit as they are there, of the others by others(view), a
  // matrix with a row for each.
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

  void add_to(EncoderParts& parts) const {
    parts[kDocuments] = nlohmann::ordered_json{{"ids", ids_}, {"texts", texts_}}.dump();
    add_matrix(kVectors, vectors_, parts);
  }
  // Reads the parts; a data error if they do not belong together.
  static Result<FittedRows> from(const EncoderParts& parts) {
    FittedRows rows;
    SF_ASSIGN(const std::string* documents, find_part(parts, kDocuments));
    const auto json = json_or_discarded(*documents);
    try {
      json.at("ids").get_to(rows.ids_);
      json.at("texts").get_to(rows.texts_);
    } catch (const nlohmann::json::exception&) {
      return data_error(std::string(kDocuments) + " is no list of documents");
    }
    SF_ASSIGN(rows.vectors_, matrix_in<T>(parts, kVectors));
    if (rows.ids_.size() != rows.vectors_.rows || rows.texts_.size() != rows.ids_.size() ||
        !std::ranges::is_sorted(rows.ids_))
      return data_error(std::string(kDocuments) + " does not fit to " + kVectors);
    return rows;
  }

 private:
  static constexpr const char* kDocuments = "documents.json";
  static constexpr const char* kVectors = "documents.npy";

  FittedRows() = default;
  // Returns sixteen digits, because there are as many digests as documents.
  static std::string digest_of(std::string_view text) { return sha256_hex(text).substr(0, 16); }

  std::vector<std::string> ids_;    // ascending
  std::vector<std::string> texts_;  // digests, in the same order
  Dense<T> vectors_;
};

}  // namespace standfast
