#include "standfast/analysis/leak/companions.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

#include "standfast/analysis/leak/dependence.h"
#include "standfast/corpus/read/attribute_rule.h"
#include "standfast/split/dates.h"
#include "standfast/split/quantile_buckets.h"

namespace standfast {
namespace {

constexpr double kLeastStrength = 0.2;
constexpr double kLeastAboveChance = 2;
constexpr uint32_t kBucketsOfNumbers = 5, kBucketsOfDates = 10;
constexpr size_t kFewNumbers = 10;  // so many values are categories

using Codes = std::vector<uint32_t>;

Codes codes_of(const Column& column, std::span<const uint32_t> rows) {
  Codes codes;
  codes.reserve(rows.size());
  for (const uint32_t row : rows) codes.push_back(column.codes[row]);
  return codes;
}

// Whether each value of `by` goes with one value of `column`.
bool tells(const Codes& by, const Codes& column) {
  std::unordered_map<uint32_t, uint32_t> told;
  for (size_t i = 0; i < by.size(); ++i)
    if (by[i] != kMissing && column[i] != kMissing &&
        told.try_emplace(by[i], column[i]).first->second != column[i])
      return false;
  return true;
}

// The blocks of several columns as one column: a combination of values is a block.
Codes joined_blocks(const std::vector<Codes>& columns) {
  std::map<std::vector<uint32_t>, uint32_t> known;
  Codes codes;
  for (size_t i = 0; i < columns.front().size(); ++i) {
    std::vector<uint32_t> values;
    for (const Codes& column : columns) values.push_back(column[i]);
    const bool alone = std::ranges::count(values, kMissing) > 0;
    codes.push_back(alone ? kMissing
                          : known.try_emplace(values, static_cast<uint32_t>(known.size())).first->second);
  }
  return codes;
}

// Values cut into quantiles; NaN has none.
Codes quantiles(const std::vector<double>& values, uint32_t buckets) {
  Codes known, codes(values.size(), kMissing);
  for (uint32_t i = 0; i < values.size(); ++i)
    if (!std::isnan(values[i])) known.push_back(i);
  const auto of = quantile_buckets(known, values, buckets);
  for (size_t i = 0; i < known.size(); ++i) codes[known[i]] = of[i];
  return codes;
}

// The fifths of a column whose values are numbers, and more than a few; nothing: it is of another kind.
std::optional<Codes> fifths(const Column& column, const Codes& codes) {
  if (column.names.size() <= kFewNumbers) return std::nullopt;
  std::vector<double> numbers;
  for (const auto& name : column.names) {
    const auto number = number_of(name);
    if (!number || !std::isfinite(*number)) return std::nullopt;
    numbers.push_back(*number);
  }
  std::vector<double> values;
  for (const uint32_t code : codes) values.push_back(code == kMissing ? std::nan("") : numbers[code]);
  return quantiles(values, kBucketsOfNumbers);
}

// Each text as a value of its own, but for copies, which are one value.
Codes values_of_copies(std::span<const uint32_t> rows, std::span<const uint32_t> copies) {
  Codes codes;
  codes.reserve(rows.size());
  uint32_t next = 0;
  for (const uint32_t group : copies)
    if (group != kMissing) next = std::max(next, group + 1);
  for (const uint32_t row : rows) codes.push_back(copies[row] == kMissing ? next++ : copies[row]);
  return codes;
}

class Search {
 public:
  Search(const Corpus& corpus, std::span<const uint32_t> rows, Role apart, const ControlKeeps& control)
      : control_(control), rows_(rows), apart_(codes_of(*corpus.column(apart), rows)) {
    if (const Column* classes = corpus.column(control.target)) classes_ = codes_of(*classes, rows);
    std::vector<Codes> blocks;
    for (const auto& name : control.whole)
      if (const Column* column = corpus.named_column(name)) blocks.push_back(codes_of(*column, rows));
    if (!blocks.empty()) blocks_ = joined_blocks(blocks);
    if (!blocks_.empty() && strength_of(blocks_) > 0) found_.kept = true;
    found_.of = role_name(apart);
  }

  // also: the same column in coarser values, which may say what single values do not.
  // A number that each block has one of is its name, and names have no order; dates always have one.
  void look_at(const std::string& name, const Codes& codes, const std::optional<Codes>& also = {},
               bool dates = false) {
    if (std::ranges::count(control_.match, name) > 0) return;
    if (!classes_.empty() && tells(classes_, codes)) return;
    if (tells(codes, apart_) && tells(apart_, codes)) return;
    const double strength = std::max(strength_of(codes), also ? strength_of(*also) : 0);
    if (strength == 0) return;
    const bool ordered = also && !blocks_.empty() && (dates || !tells(blocks_, codes));
    if (!blocks_.empty() && is_kept(codes) && (!ordered || is_kept(*also)))
      found_.kept = true;
    else
      found_.loose.push_back({name, strength});
  }

  Companions take() && {
    std::ranges::stable_sort(found_.loose,
                             [](const auto& a, const auto& b) { return a.strength > b.strength; });
    return std::move(found_);
  }

 private:
  // Returns the factor of a strength: the share of rows that have a value in both columns.
  double scale_of(const Codes& codes) const {
    double with_both = 0;
    for (size_t i = 0; i < codes.size(); ++i)
      with_both += codes[i] != kMissing && apart_[i] != kMissing ? 1 : 0;
    return std::sqrt(with_both / static_cast<double>(rows_.size()));
  }

  // 0: the column goes its own way.
  double strength_of(const Codes& codes) const {
    const auto found = dependence(codes, apart_);
    if (!found || found->above_chance < kLeastAboveChance) return 0;
    const double strength = found->strength * scale_of(codes);
    return strength >= kLeastStrength ? strength : 0;
  }

  // Returns true if V between blocks is shown to be below the least strength.
  bool is_kept(const Codes& codes) const {
    const auto found = dependence_between_blocks(codes, apart_, blocks_);
    return !found || found->upper * scale_of(codes) < kLeastStrength;
  }

  const ControlKeeps& control_;
  std::span<const uint32_t> rows_;
  Codes apart_, classes_, blocks_;
  Companions found_;
};

// Dates in tenths; nothing where they cannot be read.
std::optional<Codes> tenths_of_dates(const Corpus& corpus, std::span<const uint32_t> rows,
                                     const Codes& codes) {
  const auto dates = dates_of(corpus, rows);
  if (!dates) return std::nullopt;
  std::vector<double> values;
  for (const uint32_t code : codes) values.push_back(code == kMissing ? std::nan("") : dates->of_code[code]);
  return quantiles(values, kBucketsOfDates);
}

}  // namespace

Companions companions(const Corpus& corpus, std::span<const uint32_t> rows, Role apart,
                      std::span<const BlockValues> others, const ControlKeeps& control,
                      std::span<const uint32_t> copies) {
  Search search(corpus, rows, apart, control);
  for (const Role role : kRoles) {
    const Column* column = corpus.column(role);
    if (column == nullptr || role == apart || role == control.target) continue;
    const Codes codes = codes_of(*column, rows);
    const std::string name(role_name(role));
    if (role == Role::date)
      search.look_at(name, codes, tenths_of_dates(corpus, rows, codes), true);
    else
      search.look_at(name, codes);
  }
  for (const auto& attribute : corpus.attributes()) {
    if (attribute.kind == AttributeKind::number) {
      const auto numbers = corpus.require_number(attribute.name);
      if (!numbers) continue;
      std::vector<double> values;
      for (const uint32_t row : rows) values.push_back((*numbers)->values[row]);
      search.look_at(attribute.name, quantiles(values, kBucketsOfNumbers));
    } else if (const Column* column = corpus.named_column(attribute.name);
               column != nullptr && attribute.kind == AttributeKind::category) {
      const Codes codes = codes_of(*column, rows);
      search.look_at(attribute.name, codes, fifths(*column, codes));
    }
  }
  for (const auto& other : others) {
    if (corpus.named_column(other.block.name) != nullptr) continue;
    const Codes codes = codes_of(other.values, rows);
    search.look_at(other.block.name, codes, fifths(other.values, codes));
  }
  if (!copies.empty()) search.look_at(kCopiesOfTexts, values_of_copies(rows, copies));
  return std::move(search).take();
}

}  // namespace standfast
