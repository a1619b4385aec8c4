#include "standfast/feature/encoder/encoder.h"

#include <algorithm>
#include <numeric>

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

IdOrder order_by_id(const Corpus& corpus, std::span<const uint32_t> rows) {
  std::vector<uint32_t> given(rows.size());
  std::iota(given.begin(), given.end(), 0U);
  std::sort(given.begin(), given.end(),
            [&](uint32_t a, uint32_t b) { return corpus.id(rows[a]) < corpus.id(rows[b]); });
  IdOrder order;
  order.rows.resize(rows.size());
  order.place.resize(rows.size());
  for (uint32_t i = 0; i < given.size(); ++i) {
    order.rows[i] = rows[given[i]];
    order.place[given[i]] = i;
  }
  return order;
}

}  // namespace standfast
