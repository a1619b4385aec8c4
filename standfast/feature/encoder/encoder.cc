#include "standfast/feature/encoder/encoder.h"

#include <algorithm>

namespace standfast {
namespace {

size_t rows_of(const CsrMatrix& m) {
  return m.rows();
}
size_t columns_of(const CsrMatrix& m) {
  return m.columns_count;
}
template <class T>
size_t rows_of(const Dense<T>& m) {
  return m.rows;
}
template <class T>
size_t columns_of(const Dense<T>& m) {
  return m.columns;
}

}  // namespace

size_t Encoded::rows() const {
  return std::visit([](const auto& m) { return rows_of(m); }, vectors);
}
size_t Encoded::columns() const {
  return std::visit([](const auto& m) { return columns_of(m); }, vectors);
}

Result<Encoded> Encoder::encode(const Corpus& corpus, std::span<const uint32_t> rows,
                                const EncoderContext& context) const {
  const DocumentView documents = {&corpus, rows};
  SF_ASSIGN(const auto fitted, fit({.documents = documents}, context));
  SF_ASSIGN(Encoded encoded, fitted->transform(documents, context));
  encoded.facts = fitted->facts();
  return encoded;
}

std::vector<uint32_t> rows_by_id(const DocumentView& documents) {
  std::vector<uint32_t> rows(documents.rows.begin(), documents.rows.end());
  std::sort(rows.begin(), rows.end(),
            [&](uint32_t a, uint32_t b) { return documents.corpus->id(a) < documents.corpus->id(b); });
  return rows;
}

}  // namespace standfast
