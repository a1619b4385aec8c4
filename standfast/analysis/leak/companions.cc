#include "standfast/analysis/leak/companions.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>

#include "standfast/corpus/duplicate/token_sets.h"
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

Codes copies_of_texts(const Corpus& corpus, std::span<const uint32_t> rows) {
  std::unordered_map<size_t, uint32_t> known;  // by hash, so that texts are not kept twice
  std::string form;
  Codes codes;
  for (const uint32_t row : rows) {
    normalise_text(corpus.text(row), form);
    const size_t hash = std::hash<std::string_view>()(form);
    codes.push_back(
        form.empty() ? kMissing : known.try_emplace(hash, static_cast<uint32_t>(known.size())).first->second);
  }
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
    if (!blocks_.empty() && strength_of(blocks_, false)) found_.kept = true;
    found_.of = role_name(apart);
  }

  // also: the same column in coarser values, which may say what single values do not.
  // A number that each block has one of is its name, and names have no order; dates always have one.
  void look_at(const std::string& name, const Codes& codes, const std::optional<Codes>& also = {},
               bool dates = false) {
    if (std::ranges::count(control_.match, name) > 0) return;
    if (!classes_.empty() && tells(classes_, codes)) return;
    if (tells(codes, apart_) && tells(apart_, codes)) return;
    const auto depends = [&](bool by_block) {
      const bool ordered = also && (dates || !by_block || !tells(blocks_, codes));
      const double coarse = ordered ? strength_of(*also, by_block).value_or(0) : 0;
      return std::max(strength_of(codes, by_block).value_or(0), coarse);
    };
    const double strength = depends(false);
    if (strength == 0) return;
    if (blocks_.empty() || depends(true) > 0)
      found_.loose.push_back({name, strength});
    else
      found_.kept = true;
  }

  Companions take() && {
    std::ranges::stable_sort(found_.loose,
                             [](const auto& a, const auto& b) { return a.strength > b.strength; });
    return std::move(found_);
  }

 private:
  // Nothing: the column goes its own way. by_block: each block counts once for each of its values.
  std::optional<double> strength_of(const Codes& codes, bool by_block) const {
    Codes values, apart;
    std::set<std::pair<uint32_t, uint32_t>> known;
    double with_both = 0;
    for (size_t i = 0; i < codes.size(); ++i) {
      if (codes[i] == kMissing || apart_[i] == kMissing) continue;
      ++with_both;
      if (by_block && blocks_[i] != kMissing && !known.emplace(blocks_[i], codes[i]).second) continue;
      values.push_back(codes[i]);
      apart.push_back(apart_[i]);
    }
    const auto found = dependence(values, apart);
    if (!found || found->above_chance < kLeastAboveChance) return std::nullopt;
    const double strength = found->strength * std::sqrt(with_both / static_cast<double>(rows_.size()));
    return strength >= kLeastStrength ? std::optional(strength) : std::nullopt;
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

std::optional<Dependence> dependence(std::span<const uint32_t> a, std::span<const uint32_t> b) {
  std::unordered_map<uint32_t, double> of_a, of_b;
  std::unordered_map<uint64_t, double> cells;
  double n = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] == kMissing || b[i] == kMissing) continue;
    ++of_a[a[i]], ++of_b[b[i]], ++cells[uint64_t{a[i]} << 32 | b[i]];
    ++n;
  }
  if (of_a.size() < 2 || of_b.size() < 2) return std::nullopt;
  // In the order of values, so that the sum does not depend on that of a hash table.
  std::vector<std::pair<uint64_t, double>> ordered(cells.begin(), cells.end());
  std::ranges::sort(ordered);
  double phi = -1;
  for (const auto& [cell, count] : ordered)
    phi += count * count / (of_a[static_cast<uint32_t>(cell >> 32)] * of_b[static_cast<uint32_t>(cell)]);
  const double r = static_cast<double>(of_a.size()) - 1, k = static_cast<double>(of_b.size()) - 1;
  const double by_chance = r * k / (n - 1);
  const double room = std::min(r - r * r / (n - 1), k - k * k / (n - 1));
  Dependence found;
  found.above_chance = n * (phi - by_chance) / std::sqrt(2 * n * by_chance);
  found.strength = room > 0 ? std::min(1.0, std::sqrt(std::max(0.0, phi - by_chance) / room)) : 0;
  return found;
}

Companions companions(const Corpus& corpus, std::span<const uint32_t> rows, Role apart,
                      std::span<const BlockValues> others, const ControlKeeps& control) {
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
  search.look_at(kCopiesOfTexts, copies_of_texts(corpus, rows));
  return std::move(search).take();
}

}  // namespace standfast
