#include "standfast/metric/unit_flips.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <unordered_map>

#include "standfast/base/rng.h"

namespace standfast {
namespace {

constexpr size_t kWays = 3;

// The ways in which a set counts: always in `both`, else only where it has no unit of the other kind.
std::array<bool, kWays> ways_of(const UnitSpace::Set& set) {
  return {true, !set.second, !set.first};
}

// A contribution to numerator and denominator.
struct Part {
  double n = 0, d = 0;
  void add(double factor, const Part& other) {
    n += factor * other.n;
    d += factor * other.d;
  }
};

}  // namespace

// What every flip shares. Items of one pattern, which is one or two units of the kind, have one sign. A set
// whose items are all of one pattern needs no sum of its own: its square is known but for the sign.
class UnitFlips::Sums {
 public:
  Sums(const UnitSpace& space, std::span<const FlippedCell> cells, double numerator, double denominator,
       bool of_first)
      : sets_(space.sets()) {
    const auto count = static_cast<double>(cells.size());
    std::vector<Entry> entries;
    held_.resize(sets_.size());
    for (const FlippedCell& cell : cells)
      for (size_t i = 0; i < cell.items->size(); ++i) {
        const double share = cell.items->share(i) / count;
        Part part{share * numerator, share * denominator};
        if (!cell.numerator.empty()) part.n += cell.numerator_factor * cell.numerator[i];
        if (!cell.denominator.empty()) part.d += cell.denominator[i];
        const auto& units = cell.items->units(i);
        const uint32_t pattern = pattern_of(of_first ? units.first : units.second);
        of_pattern_[pattern].add(1, part);
        const auto sets = cell.items->sets(i);
        const auto scales = cell.items->scales(i);
        for (size_t k = 0; k < sets.size(); ++k) {
          held_[sets[k]] += scales[k] * share;
          entries.push_back({sets[k], pattern, {scales[k] * part.n, scales[k] * part.d}});
        }
      }
    gather(std::move(entries));
  }

  uint32_t units() const { return units_; }

  Statistic statistic(const std::vector<double>& sign_of_unit, std::vector<double>& sign) const {
    sign.resize(patterns_.size());
    Statistic out;
    // Sums of squares of the sets, and of products with what the sets hold: the mean of the flipped items is
    // taken off.
    std::array<std::array<double, 3>, kWays> square{};
    std::array<Part, kWays> product{};
    for (size_t p = 0; p < patterns_.size(); ++p) {
      const double s = sign[p] = (sign_of_unit[patterns_[p].first] + sign_of_unit[patterns_[p].second]) / 2;
      out.numerator += s * of_pattern_[p].n;
      out.denominator += s * of_pattern_[p].d;
      for (size_t w = 0; w < kWays; ++w) {
        const Alone& alone = alone_[p][w];
        for (size_t k = 0; k < 3; ++k) square[w][k] += s * s * alone.square[k];
        product[w].add(s, alone.product);
      }
    }
    for (const Row& row : rows_) {
      Part sum;
      for (uint32_t k = row.begin; k < row.end; ++k) sum.add(sign[terms_[k].pattern], terms_[k].part);
      for (size_t w = 0; w < kWays; ++w) {
        if (!row.ways[w]) continue;
        square[w][0] += row.sign * sum.n * sum.n;
        square[w][1] += row.sign * sum.n * sum.d;
        square[w][2] += row.sign * sum.d * sum.d;
        product[w].add(row.sign * row.held, sum);
      }
    }
    // (sum_n - theta sum_d)^2 - 2 (n - theta d)(product_n - theta product_d) + (n - theta d)^2 held
    const double n = out.numerator, d = out.denominator;
    for (size_t w = 0; w < kWays; ++w) {
      auto& c = out.variance[w].c;
      c[0] = square[w][0] - 2 * n * product[w].n + n * n * held_squares_[w];
      c[1] = -2 * square[w][1] + 2 * (n * product[w].d + d * product[w].n) - 2 * n * d * held_squares_[w];
      c[2] = square[w][2] - 2 * d * product[w].d + d * d * held_squares_[w];
    }
    return out;
  }

 private:
  struct Entry {
    uint32_t set, pattern;
    Part part;
  };
  struct Term {
    uint32_t pattern;
    Part part;
  };
  struct Row {  // a set of several patterns
    uint32_t begin, end;
    double sign, held;
    std::array<bool, kWays> ways;
  };
  struct Alone {  // sums over the sets of one pattern
    std::array<double, 3> square{};
    Part product;
  };

  uint32_t pattern_of(const std::array<uint32_t, 2>& units) {
    const auto number = [&](uint32_t unit) {
      const auto [found, is_new] = numbers_.try_emplace(unit, units_);
      if (is_new) ++units_;
      return found->second;
    };
    std::pair<uint32_t, uint32_t> key;
    if (units[0] == kNoUnit && units[1] == kNoUnit) {
      key.first = key.second = units_++;  // an item that shares no unit of the kind is one of its own
    } else {
      key.first = number(units[0] != kNoUnit ? units[0] : units[1]);
      key.second = units[1] != kNoUnit ? number(units[1]) : key.first;
      if (key.first > key.second) std::swap(key.first, key.second);
    }
    const auto [found, is_new] = known_.try_emplace(key, static_cast<uint32_t>(patterns_.size()));
    if (is_new) {
      patterns_.push_back(key);
      of_pattern_.emplace_back();
    }
    return found->second;
  }

  void gather(std::vector<Entry> entries) {
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
      return a.set != b.set ? a.set < b.set : a.pattern < b.pattern;
    });
    alone_.resize(patterns_.size());
    for (size_t at = 0; at < entries.size();) {
      const uint32_t set = entries[at].set, begin = static_cast<uint32_t>(terms_.size());
      for (; at < entries.size() && entries[at].set == set; ++at) {
        if (terms_.size() == begin || terms_.back().pattern != entries[at].pattern)
          terms_.push_back({entries[at].pattern, {}});
        terms_.back().part.add(1, entries[at].part);
      }
      const auto ways = ways_of(sets_[set]);
      const double sign = sets_[set].sign, held = held_[set];
      for (size_t w = 0; w < kWays; ++w)
        if (ways[w]) held_squares_[w] += sign * held * held;
      const auto end = static_cast<uint32_t>(terms_.size());
      if (end - begin > 1) {
        rows_.push_back({begin, end, sign, held, ways});
        continue;
      }
      const Part part = terms_.back().part;
      for (size_t w = 0; w < kWays; ++w) {
        if (!ways[w]) continue;
        Alone& alone = alone_[terms_.back().pattern][w];
        alone.square[0] += sign * part.n * part.n;
        alone.square[1] += sign * part.n * part.d;
        alone.square[2] += sign * part.d * part.d;
        alone.product.add(sign * held, part);
      }
      terms_.pop_back();
    }
  }

  const std::vector<UnitSpace::Set>& sets_;
  uint32_t units_ = 0;
  std::unordered_map<uint32_t, uint32_t> numbers_;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> known_;
  std::vector<std::pair<uint32_t, uint32_t>> patterns_;
  std::vector<Part> of_pattern_;
  std::vector<double> held_;  // by set: the shares of its items
  std::array<double, kWays> held_squares_{};
  std::vector<std::array<Alone, kWays>> alone_;  // by pattern
  std::vector<Row> rows_;
  std::vector<Term> terms_;
};

double least_flip_p(uint32_t units) {
  // A flip of all units is none.
  return units > kExactUnitFlips ? 1 / (kUnitFlips + 1.0) : std::ldexp(1.0, 1 - static_cast<int>(units));
}

UnitFlips::UnitFlips(const UnitSpace& space, std::span<const FlippedCell> cells, double numerator,
                     double denominator)
    : estimate_(numerator / denominator) {
  std::vector<const UnitItems*> items;
  for (const auto& cell : cells) items.push_back(cell.items);
  const UnitCounts counts = space.counts(items);
  for (const bool of_first : {true, false}) {
    if ((of_first ? counts.first : counts.second) == 0) continue;
    const Sums sums(space, cells, numerator, denominator, of_first);
    Kind kind;
    kind.exact = sums.units() <= kExactUnitFlips;
    const uint32_t flips = kind.exact ? 1U << (sums.units() - 1) : kUnitFlips + 1;
    std::vector<double> signs(sums.units(), 1), of_patterns;
    for (uint32_t flip = 0; flip < flips; ++flip) {
      if (kind.exact) {
        for (uint32_t u = 1; u < sums.units(); ++u) signs[u] = (flip >> (u - 1) & 1U) != 0 ? -1 : 1;
      } else if (flip > 0) {
        Rng rng(flip, "metric/unit-flips", of_first ? "first" : "second");
        uint64_t bits = 0;
        for (uint32_t u = 0; u < sums.units(); ++u) {
          if (u % 64 == 0) bits = rng.next();
          signs[u] = (bits >> u % 64 & 1U) != 0 ? -1 : 1;
        }
      }
      kind.flips.push_back(sums.statistic(signs, of_patterns));
    }
    kinds_.push_back(std::move(kind));
  }
  assert(!kinds_.empty());
}

double UnitFlips::Statistic::square(double theta) const {
  const double number = numerator - theta * denominator;
  double most = 0;
  for (const auto& way : variance) most = std::max(most, way.at(theta));
  return most > 0 ? number * number / most : std::numeric_limits<double>::infinity();
}

double UnitFlips::Kind::p(double theta) const {
  // Sums in another order may differ in the last bits; a statistic that is the same number must count.
  const double observed = flips.front().square(theta) * (1 - 1e-9);
  uint64_t hits = 0;
  for (const auto& flip : flips) hits += flip.square(theta) >= observed ? 1 : 0;
  return static_cast<double>(hits) / static_cast<double>(flips.size());
}

double UnitFlips::p(double theta) const {
  double most = 0;
  for (const auto& kind : kinds_) most = std::max(most, kind.p(theta));
  return most;
}

Interval UnitFlips::interval(double level, double reach, double zero) const {
  const double alpha = 1 - level;
  const bool rejects_zero = p(zero) < alpha;
  // From the estimate to one side: `in` is not rejected, `out` is.
  const auto end = [&](double direction) {
    double in = estimate_, step = std::max(reach, 1e-9);
    std::optional<double> out;
    if ((zero - estimate_) * direction > 0) {
      if (rejects_zero)
        out = zero;
      else
        in = zero;
    }
    for (int tries = 0; !out && tries < 60; ++tries, step *= 2) {
      const double next = in + direction * step;
      if (p(next) < alpha)
        out = next;
      else
        in = next;
    }
    if (!out) return direction * std::numeric_limits<double>::infinity();
    for (int k = 0; k < 30 && std::abs(*out - in) > 1e-6 * reach; ++k) {
      const double middle = (in + *out) / 2;
      (p(middle) < alpha ? *out : in) = middle;
    }
    return in;
  };
  return {end(-1), end(1)};
}

}  // namespace standfast
