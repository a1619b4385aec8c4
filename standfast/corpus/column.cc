#include "standfast/corpus/column.h"

#include <algorithm>
#include <cmath>

namespace standfast {
namespace {

template <class Values, class Absent>
uint32_t count(const Values& values, const Absent& absent) {
  return static_cast<uint32_t>(std::count_if(values.begin(), values.end(), absent));
}

struct Missing {
  uint32_t operator()(std::monostate) const { return 0; }
  uint32_t operator()(const Column& c) const {
    return count(c.codes, [](uint32_t code) { return code == kMissing; });
  }
  uint32_t operator()(const NumberColumn& c) const {
    return count(c.values, [](double value) { return std::isnan(value); });
  }
  uint32_t operator()(const ListColumn& c) const {
    return count(c.has, [](bool has) { return !has; });
  }
  uint32_t operator()(const TextColumn& c) const {
    return count(c.values, [](std::string_view value) { return value.empty(); });
  }
};

}  // namespace

std::optional<AttributeKind> kind_from_name(std::string_view name) {
  const auto* const found = std::find(kAttributeKinds.begin(), kAttributeKinds.end(), name);
  if (found == kAttributeKinds.end()) return std::nullopt;
  return static_cast<AttributeKind>(found - kAttributeKinds.begin());
}

std::optional<std::span<const uint32_t>> ListColumn::of(uint32_t row) const {
  if (!has[row]) return std::nullopt;
  return std::span(codes).subspan(begins[row], begins[row + 1] - begins[row]);
}

uint32_t count_missing(const AttributeColumn& column) {
  return std::visit(Missing{}, column);
}

}  // namespace standfast
