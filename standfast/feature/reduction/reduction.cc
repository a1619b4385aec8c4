#include "standfast/feature/reduction/reduction.h"

#include <algorithm>

#include <fmt/format.h>

namespace standfast {

Status not_too_many(std::string_view method, uint32_t components, const Encoded& encoded) {
  const size_t most = std::min(encoded.rows(), encoded.columns());
  if (components <= most) return {};
  return data_error(fmt::format(
      "{}: {} components of {} documents with {} numbers each; there are {} at most (components = {})",
      method, components, encoded.rows(), encoded.columns(), most, most));
}

}  // namespace standfast
