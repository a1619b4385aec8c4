#include "standfast/corpus/column_builder.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>

namespace standfast {

void ColumnBuilder::add(std::optional<std::string_view> value, uint32_t row) {
  if (!value) {
    if (any_) codes_.push_back(kMissing);
    return;
  }
  if (!any_) codes_.resize(row, kMissing);
  any_ = true;
  const auto known =
      index_.find_or_add(*value, [this](uint32_t code) { return std::string_view(names_[code]); });
  codes_.push_back(known.value_or(static_cast<uint32_t>(names_.size())));
  if (!known) names_.emplace_back(*value);
}

// Renumbers so that codes ascend with their names.
Column ColumnBuilder::finish() && {
  Column column;
  std::vector<uint32_t> order(names_.size()), rank(names_.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [this](uint32_t a, uint32_t b) { return names_[a] < names_[b]; });
  for (const uint32_t code : order) {
    rank[code] = static_cast<uint32_t>(column.names.size());
    column.names.push_back(std::move(names_[code]));
  }
  column.codes.reserve(codes_.size());
  for (const uint32_t code : codes_) column.codes.push_back(code == kMissing ? kMissing : rank[code]);
  codes_.clear();
  return column;
}

void AttributeBuilder::add(const AttributeInput& value, uint32_t row) {
  const bool none = std::holds_alternative<std::monostate>(value);
  if (none && !any_) return;
  const auto catch_up = [&](auto& values, const auto& missing) {
    if (!any_) values.resize(row, missing);
  };
  switch (kind_) {
    case AttributeKind::category:
      categories_.add(none ? std::nullopt : std::optional(std::get<std::string_view>(value)), row);
      break;
    case AttributeKind::number:
      catch_up(numbers_, std::numeric_limits<double>::quiet_NaN());
      numbers_.push_back(none ? std::numeric_limits<double>::quiet_NaN() : std::get<double>(value));
      break;
    case AttributeKind::text:
      catch_up(texts_, std::string_view());
      texts_.push_back(none ? std::string_view() : std::get<std::string_view>(value));
      break;
    case AttributeKind::list:
      catch_up(begins_, uint64_t{0});
      catch_up(has_, false);
      begins_.push_back(elements_);
      has_.push_back(!none);
      if (none) break;
      for (const auto element : std::get<std::span<const std::string_view>>(value))
        categories_.add(element, elements_++);
      break;
  }
  any_ = true;
}

AttributeColumn AttributeBuilder::finish() && {
  if (!any_) return {};
  switch (kind_) {
    case AttributeKind::category:
      return std::move(categories_).finish();
    case AttributeKind::number:
      return NumberColumn{{numbers_.begin(), numbers_.end()}};
    case AttributeKind::text:
      return TextColumn{{texts_.begin(), texts_.end()}};
    case AttributeKind::list:
      break;
  }
  begins_.push_back(elements_);
  Column elements = std::move(categories_).finish();
  return ListColumn{std::move(elements.names),
                    std::move(elements.codes),
                    {begins_.begin(), begins_.end()},
                    std::move(has_)};
}

}  // namespace standfast
