#include "standfast/analysis/leak/companions.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "standfast/corpus/corpus.h"
#include "standfast/corpus/read/attribute_rule.h"
#include "standfast/split/dates.h"
#include "standfast/split/strata.h"

namespace standfast {
namespace {

constexpr double kOneSided95 = 1.6448536269514722;
// The limit on counted pairs of values of one block; beyond it their sum is replaced by its bound.
constexpr uint64_t kMostValuePairs = 20'000'000;

// A row of a table: a document with its values and its block. Blocks are numbered from 0.
struct Entry {
  uint32_t block, a, b;
};

// The values of blocks in a column, with the moments needed for permutations. With x(i, v) the share of value
// v in block i and q(v) its mean, the blocks have the kernel K(i, j) = sum over v of x(i, v) x(j, v) / (n
// q(v)), with rows that sum to 1; it is centred by subtracting 1 / n.
struct Kernel {
  double trace = 0;  // of the centred kernel: with one value to a block, the number of values minus one
  double squared_trace = 0;  // trace of its square
  double diagonal = 0;       // sum of its squared diagonal
  size_t values = 0;
  bool shared = false;  // some value is in two blocks
};

Kernel kernel_of(std::vector<std::pair<uint32_t, uint32_t>> of_blocks, const std::vector<double>& size) {
  std::ranges::sort(of_blocks);
  struct Share {
    uint32_t block, value;
    double share;
  };
  std::vector<Share> shares;
  for (const auto& [block, value] : of_blocks)
    if (!shares.empty() && shares.back().block == block && shares.back().value == value)
      shares.back().share += 1;
    else
      shares.push_back({block, value, 1});
  std::unordered_map<uint32_t, std::pair<double, uint32_t>>
      of_value;  // its sum of shares, and the number of its blocks
  Kernel kernel;
  for (Share& one : shares) {
    one.share /= size[one.block];
    auto& [sum, blocks] = of_value[one.value];
    sum += one.share;
    kernel.shared = ++blocks > 1 || kernel.shared;
  }
  kernel.values = of_value.size();
  const auto n = static_cast<double>(size.size());
  uint64_t pairs = 0;
  for (size_t i = 0, end = 0; i < shares.size(); i = end) {
    double at = -1 / n;
    for (end = i; end < shares.size() && shares[end].block == shares[i].block; ++end)
      at += shares[end].share * shares[end].share / of_value[shares[end].value].first;
    kernel.trace += at;
    kernel.diagonal += at * at;
    pairs += (end - i) * (end - i);
  }
  // No eigenvalue of the kernel is above 1.
  kernel.squared_trace = kernel.trace;
  if (pairs > kMostValuePairs) return kernel;
  std::unordered_map<uint64_t, double> together;
  for (size_t i = 0, end = 0; i < shares.size(); i = end) {
    for (end = i; end < shares.size() && shares[end].block == shares[i].block; ++end)
      for (size_t j = i; j <= end; ++j)
        together[uint64_t{shares[j].value} << 32 | shares[end].value] +=
            (j == end ? 1.0 : std::sqrt(2.0)) * shares[j].share * shares[end].share;
  }
  std::vector<std::pair<uint64_t, double>> ordered(together.begin(), together.end());
  std::ranges::sort(ordered);
  kernel.squared_trace = -1;
  for (const auto& [both, sum] : ordered)
    kernel.squared_trace +=
        sum * sum /
        (of_value[static_cast<uint32_t>(both >> 32)].first * of_value[static_cast<uint32_t>(both)].first);
  return kernel;
}

// Returns the variance of the trace of the product of two centred kernels if one is permuted (Kazi-Aoual et
// al. 1995).
double permuted_variance(const Kernel& a, const Kernel& b, double n) {
  const auto spread = [&](const Kernel& one) { return (n - 1) * one.squared_trace - one.trace * one.trace; };
  const auto uneven = [&](const Kernel& one) {
    return n * (n + 1) * one.diagonal - (n - 1) * (one.trace * one.trace + 2 * one.squared_trace);
  };
  return std::max(0.0, 2 * spread(a) * spread(b) / ((n - 1) * (n - 1) * (n + 1) * (n - 2)) +
                           uneven(a) * uneven(b) / ((n + 1) * n * (n - 1) * (n - 2) * (n - 3)));
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
  // Sorted by value, so that the sum does not depend on the order of a hash table.
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

std::optional<BlockDependence> dependence_between_blocks(std::span<const uint32_t> a,
                                                         std::span<const uint32_t> b,
                                                         std::span<const uint32_t> blocks) {
  std::vector<Entry> entries;
  std::vector<double> size;
  std::unordered_map<uint32_t, uint32_t> number;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] == kMissing || b[i] == kMissing) continue;
    auto block = static_cast<uint32_t>(size.size());
    if (blocks[i] != kMissing) block = number.try_emplace(blocks[i], block).first->second;
    if (block == size.size()) size.push_back(0);
    ++size[block];
    entries.push_back({block, a[i], b[i]});
  }
  std::vector<std::pair<uint32_t, uint32_t>> of_a, of_b;
  for (const Entry& entry : entries)
    of_a.emplace_back(entry.block, entry.a), of_b.emplace_back(entry.block, entry.b);
  const Kernel ka = kernel_of(std::move(of_a), size), kb = kernel_of(std::move(of_b), size);
  if (ka.values < 2 || kb.values < 2) return std::nullopt;
  BlockDependence found;
  found.blocks = size.size();
  found.apart = !ka.shared;

  // The table in which each block has weight 1. It is sorted, so that sums have one order.
  std::vector<std::tuple<uint32_t, uint32_t, double>> cells;
  std::unordered_map<uint32_t, double> sum_a, sum_b;
  for (const Entry& entry : entries) cells.emplace_back(entry.a, entry.b, 1 / size[entry.block]);
  std::ranges::sort(cells);
  for (const auto& [value_a, value_b, weight] : cells) sum_a[value_a] += weight, sum_b[value_b] += weight;
  found.phi = -1;
  for (size_t i = 0; i < cells.size();) {
    const auto [value_a, value_b, first] = cells[i];
    double sum = 0;
    for (; i < cells.size() && std::get<0>(cells[i]) == value_a && std::get<1>(cells[i]) == value_b; ++i)
      sum += std::get<2>(cells[i]);
    found.phi += sum * sum / (sum_a[value_a] * sum_b[value_b]);
  }

  const auto n = static_cast<double>(size.size());
  if (found.apart) {
    found.upper = 0;
    return found;
  }
  if (size.size() < 4) return found;
  found.chance = ka.trace * kb.trace / (n - 1);
  found.sd = std::sqrt(permuted_variance(ka, kb, n));
  const double fewest = static_cast<double>(std::min(ka.values, kb.values)) - 1;
  const double room = fewest - fewest * fewest / (n - 1);
  if (room <= 0) return found;
  const double above = found.phi - found.chance;
  found.strength = std::min(1.0, std::sqrt(std::max(0.0, above) / room));
  // The larger root of (s - above)^2 = z^2 (sd^2 + 4 s / (n - 1)), where s is room V^2.
  const double z2 = kOneSided95 * kOneSided95, half = above + 2 * z2 / (n - 1);
  const double root = half * half - above * above + z2 * found.sd * found.sd;
  const double signal = root < 0 ? 0 : std::max(0.0, half + std::sqrt(root));
  found.upper = std::min(1.0, std::sqrt(signal / room));
  return found;
}

namespace {

constexpr double kLeastStrength = 0.2;
constexpr double kLeastAboveChance = 2;
constexpr uint32_t kBucketsOfNumbers = 5, kBucketsOfDates = 10;
constexpr size_t kFewNumbers = 10;  // up to this many numbers are categories

using Codes = std::vector<uint32_t>;

Codes codes_of(const Column& column, std::span<const uint32_t> rows) {
  Codes codes;
  codes.reserve(rows.size());
  for (const uint32_t row : rows) codes.push_back(column.codes[row]);
  return codes;
}

// Returns true if each value of `by` goes with one value of `column`.
bool tells(const Codes& by, const Codes& column) {
  std::unordered_map<uint32_t, uint32_t> told;
  for (size_t i = 0; i < by.size(); ++i)
    if (by[i] != kMissing && column[i] != kMissing &&
        told.try_emplace(by[i], column[i]).first->second != column[i])
      return false;
  return true;
}

// Joins the blocks of several columns into one column: a combination of values is a block.
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

// Cuts values into quantiles; NaN has none.
Codes quantiles(const std::vector<double>& values, uint32_t buckets) {
  Codes known, codes(values.size(), kMissing);
  for (uint32_t i = 0; i < values.size(); ++i)
    if (!std::isnan(values[i])) known.push_back(i);
  const auto of = quantile_buckets(known, values, buckets);
  for (size_t i = 0; i < known.size(); ++i) codes[known[i]] = of[i];
  return codes;
}

// Returns the fifths of a column with more than a few numeric values; nothing for another kind of column.
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

// Returns each text as a value of its own; copies share one value.
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

  // Examines a column. also: the same column in coarser values, which may show a dependence that single
  // values do not. A number with one value per block is the block's name, and names have no order; dates
  // always have one.
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

  // Returns the strength of the dependence; 0: the column is independent.
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

// Returns dates in tenths; nothing if they cannot be read.
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
