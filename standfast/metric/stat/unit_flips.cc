#include "standfast/metric/stat/unit_flips.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <unordered_map>

#include "standfast/base/at_level.h"
#include "standfast/base/rng.h"

namespace standfast {
namespace {

// Flips that are computed side by side, so that a processor adds several at once.
constexpr size_t kLanes = 64;
using Lanes = std::array<double, kLanes>;
using Signs =
    std::array<int8_t, kLanes>;  // 1 or -1; a small type: the signs of all units stay near the processor

// Nearly all time is spent in these functions. Their types fix the number of lanes, so a sanitizer need not
// check each one.
#define LANES_ALONE __attribute__((no_sanitize("address", "thread", "undefined")))

LANES_ALONE void add(double factor, const Lanes& from, Lanes& to) {
  const double* const in = from.data();
  double* const out = to.data();
  for (size_t f = 0; f < kLanes; ++f) out[f] += factor * in[f];
}
LANES_ALONE void add_product(double factor, const Lanes& a, const Lanes& b, Lanes& to) {
  const double *const left = a.data(), *const right = b.data();
  double* const out = to.data();
  for (size_t f = 0; f < kLanes; ++f) out[f] += factor * (left[f] * right[f]);
}
// Computes the sign of items with two units: 0 if the units have different signs.
LANES_ALONE void mean_sign(const Signs& a, const Signs& b, Lanes& sign) {
  const int8_t *const left = a.data(), *const right = b.data();
  double* const out = sign.data();
  for (size_t f = 0; f < kLanes; ++f) out[f] = (left[f] + right[f]) / 2.0;
}

// Expands bits to signs. Bit u % 64 of word u / 64 of a flip says if unit u changes its sign. words: kLanes
// flips, word by word.
LANES_ALONE void spread_bits(const std::vector<uint64_t>& words, std::vector<Signs>& signs) {
  for (size_t u = 0; u < signs.size(); ++u) {
    const uint64_t* const word = words.data() + u / 64 * kLanes;
    const uint64_t bit = u % 64;
    int8_t* const sign = signs[u].data();
    for (size_t f = 0; f < kLanes; ++f)
      sign[f] = static_cast<int8_t>(1 - 2 * static_cast<int>(word[f] >> bit & 1U));
  }
}

// Classes of sets: with units of the first kind only, of the second only, or of both.
enum Class : size_t { kFirst, kSecond, kMixed, kClasses };
Class class_of(const UnitSpace::Set& set) {
  return set.first && set.second ? kMixed : set.first ? kFirst : kSecond;
}

constexpr std::array<uint32_t, 2> kNoUnits = {kNoUnit, kNoUnit};

// A contribution to the numerator and to the denominator.
struct FlipPart {
  double n = 0, d = 0;
  void add(double factor, const FlipPart& other) {
    n += factor * other.n;
    d += factor * other.d;
  }
};

// Sums over the sets of a class: the squares of the sets' sums (of numerator and denominator), and the
// products of these sums with the shares that the sets hold.
struct ClassSums {
  Lanes nn{}, nd{}, dd{}, held_n{}, held_d{};
};

}  // namespace

// The sums that all flips share. A pattern is one or two units of the kind; items of one pattern have one
// sign. A set with items of only one pattern needs no sum of its own: its square is known except for the
// sign.
class UnitFlips::Sums {
 public:
  Sums(const UnitSpace& space, std::span<const FlippedCell> cells, double numerator, double denominator,
       bool of_first)
      : sets_(space.sets()) {
    const auto count = static_cast<double>(cells.size());
    std::vector<Entry> entries;
    held_.resize(sets_.size());
    for (const FlippedCell& cell : cells) {
      const UnitItems& items = *cell.items;
      const FlipPart whole{numerator / count, denominator / count};
      const auto units_of = [&](size_t group) {
        return of_first ? items.units(group).first : items.units(group).second;
      };
      // Adds items of a group that have the same sign.
      const auto add = [&](size_t group, const FlipPart& part, double share) {
        const uint32_t pattern = pattern_of(units_of(group));
        of_pattern_[pattern].add(1, part);
        const auto sets = items.sets(group);
        const auto scales = items.scales(group);
        for (size_t k = 0; k < sets.size(); ++k) {
          held_[sets[k]] += scales[k] * share;
          entries.push_back({sets[k], pattern, {scales[k] * part.n, scales[k] * part.d}});
        }
      };
      std::vector<FlipPart> parts(items.groups());
      for (size_t i = 0; i < items.size(); ++i) {
        const uint32_t group = items.group(i);
        FlipPart part;
        if (!cell.numerator.empty()) part.n = cell.numerator_factor * cell.numerator[i];
        if (!cell.denominator.empty()) part.d = cell.denominator[i];
        parts[group].add(1, part);
        if (units_of(group) != kNoUnits) continue;
        // Without a unit of this kind, an item is a unit of its own.
        const double share = items.share(group) / items.count(group);
        part.add(share, whole);
        add(group, part, share / count);
      }
      for (size_t group = 0; group < parts.size(); ++group) {
        if (units_of(group) == kNoUnits) continue;
        parts[group].add(items.share(group), whole);
        add(group, parts[group], items.share(group) / count);
      }
    }
    gather(entries);
  }

  uint32_t units() const { return units_; }

  // Appends the statistics of the first `count` lanes. sign_of_unit: by unit. Signs of patterns are computed
  // from the signs of units when needed: for a million pairs, a table of them would be read from memory again
  // and again.
  void append(const std::vector<Signs>& sign_of_unit, size_t count, Kind& out) const {
    const auto sign_of = [&](const Pattern& of, Lanes& sign) {
      mean_sign(sign_of_unit[of.first], sign_of_unit[of.second], sign);
    };
    Lanes number{}, denominator{}, sign{}, square{};
    std::array<ClassSums, kClasses> sums{};
    auto alone = alone_.begin();
    for (uint32_t p = 0; p < patterns_.size(); ++p) {
      sign_of(patterns_[p], sign);
      add(of_pattern_[p].n, sign, number);
      add(of_pattern_[p].d, sign, denominator);
      if (alone == alone_.end() || alone->pattern != p) continue;
      for (size_t f = 0; f < kLanes; ++f) square[f] = sign[f] * sign[f];
      for (; alone != alone_.end() && alone->pattern == p; ++alone) {
        ClassSums& to = sums[alone->of];
        add(alone->nn, square, to.nn);
        add(alone->nd, square, to.nd);
        add(alone->dd, square, to.dd);
        add(alone->held.n, sign, to.held_n);
        add(alone->held.d, sign, to.held_d);
      }
    }
    for (const Row& row : rows_) {
      Lanes n{}, d{};
      for (uint32_t k = row.begin; k < row.end; ++k) {
        sign_of(terms_[k].of, sign);
        add(terms_[k].part.n, sign, n);
        add(terms_[k].part.d, sign, d);
      }
      ClassSums& to = sums[row.of];
      add_product(row.sign, n, n, to.nn);
      add_product(row.sign, n, d, to.nd);
      add_product(row.sign, d, d, to.dd);
      add(row.sign * row.held, n, to.held_n);
      add(row.sign * row.held, d, to.held_d);
    }
    for (size_t f = 0; f < count; ++f) append_one(number[f], denominator[f], sums, f, out);
  }

 private:
  using Pattern = std::pair<uint32_t, uint32_t>;  // two units, numbered from 0
  struct Entry {
    uint32_t set, pattern;
    FlipPart part;
  };
  struct Term {
    Pattern of;
    FlipPart part;
  };
  struct Row {  // a set with several patterns
    uint32_t begin, end;
    double sign, held;
    Class of;
  };
  struct Alone {  // sums over the sets of a class that have only this pattern
    uint32_t pattern;
    Class of;
    double nn = 0, nd = 0, dd = 0;
    FlipPart held;
  };

  // Appends one flip. The mean of the flipped items is subtracted. A set with the sum x and the share h then
  // gives (x_n - theta x_d - (n - theta d) h)^2.
  void append_one(double n, double d, const std::array<ClassSums, kClasses>& sums, size_t f,
                  Kind& out) const {
    using Quadratic = std::array<double, 3>;
    std::array<Quadratic, kClasses> of{};
    for (size_t k = 0; k < kClasses; ++k) {
      const double pn = sums[k].held_n[f], pd = sums[k].held_d[f];
      of[k] = {sums[k].nn[f] - 2 * n * pn + n * n * held_squares_[k],
               -2 * sums[k].nd[f] + 2 * (n * pd + d * pn) - 2 * n * d * held_squares_[k],
               sums[k].dd[f] - 2 * d * pd + d * d * held_squares_[k]};
    }
    out.n.push_back(n);
    out.d.push_back(d);
    for (size_t c = 0; c < 3; ++c) {
      out.variance[0][c].push_back(of[kFirst][c] + of[kSecond][c] + of[kMixed][c]);
      out.variance[1][c].push_back(of[kFirst][c]);
      out.variance[2][c].push_back(of[kSecond][c]);
    }
  }

  uint32_t pattern_of(const std::array<uint32_t, 2>& units) {
    const auto number = [&](uint32_t unit) {
      const auto [found, is_new] = numbers_.try_emplace(unit, units_);
      if (is_new) ++units_;
      return found->second;
    };
    std::pair<uint32_t, uint32_t> key;
    if (units == kNoUnits) {
      key.first = key.second = units_++;
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

  // Returns the entries sorted by set, then by pattern, and then in the order of `entries`.
  std::vector<Entry> sorted(const std::vector<Entry>& entries) const {
    const auto by = [](const std::vector<Entry>& from, size_t keys, uint32_t Entry::*key) {
      std::vector<size_t> place(keys + 1);
      for (const Entry& entry : from) ++place[entry.*key + 1];
      std::partial_sum(place.begin(), place.end(), place.begin());
      std::vector<Entry> to(from.size());
      for (const Entry& entry : from) to[place[entry.*key]++] = entry;
      return to;
    };
    return by(by(entries, patterns_.size(), &Entry::pattern), sets_.size(), &Entry::set);
  }

  void gather(const std::vector<Entry>& unsorted) {
    const std::vector<Entry> entries = sorted(unsorted);
    std::vector<std::array<Alone, kClasses>> alone(patterns_.size());
    for (size_t at = 0; at < entries.size();) {
      const uint32_t set = entries[at].set, begin = static_cast<uint32_t>(terms_.size());
      uint32_t pattern = 0;  // of the last term
      for (; at < entries.size() && entries[at].set == set; ++at) {
        if (terms_.size() == begin || pattern != entries[at].pattern) {
          pattern = entries[at].pattern;
          terms_.push_back({patterns_[pattern], {}});
        }
        terms_.back().part.add(1, entries[at].part);
      }
      const Class of = class_of(sets_[set]);
      const double sign = sets_[set].sign, held = held_[set];
      held_squares_[of] += sign * held * held;
      const auto end = static_cast<uint32_t>(terms_.size());
      if (end - begin > 1) {
        rows_.push_back({begin, end, sign, held, of});
        continue;
      }
      const FlipPart part = terms_.back().part;
      Alone& one = alone[pattern][of];
      one.nn += sign * part.n * part.n;
      one.nd += sign * part.n * part.d;
      one.dd += sign * part.d * part.d;
      one.held.add(sign * held, part);
      terms_.pop_back();
    }
    for (uint32_t p = 0; p < patterns_.size(); ++p)
      for (size_t k = 0; k < kClasses; ++k) {
        Alone& one = alone[p][k];
        one.pattern = p;
        one.of = static_cast<Class>(k);
        if (one.nn != 0 || one.dd != 0) alone_.push_back(one);
      }
  }

  const std::vector<UnitSpace::Set>& sets_;
  uint32_t units_ = 0;
  std::unordered_map<uint32_t, uint32_t> numbers_;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> known_;
  std::vector<Pattern> patterns_;
  std::vector<FlipPart> of_pattern_;
  std::vector<double> held_;  // by set: the shares of its items
  std::array<double, kClasses> held_squares_{};
  std::vector<Alone> alone_;
  std::vector<Row> rows_;
  std::vector<Term> terms_;
};

double least_flip_p(uint32_t units) {
  // Flipping all units is the same as flipping none.
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
    const bool exact = sums.units() <= kExactUnitFlips;
    const uint32_t flips = exact ? 1U << (sums.units() - 1) : kUnitFlips + 1;
    std::vector<Signs> signs(sums.units());
    std::vector<uint64_t> words((sums.units() + 63) / 64 * kLanes);
    for (uint32_t begin = 0; begin < flips; begin += kLanes) {
      for (uint32_t f = 0; f < kLanes; ++f) {
        const uint32_t flip = begin + f;
        Rng rng(flip, "metric/unit-flips", of_first ? "first" : "second");
        for (size_t at = f; at < words.size(); at += kLanes)
          words[at] = exact ? uint64_t{flip} << 1 : flip > 0 ? rng.next() : 0;
      }
      at_level<Simd::v4>([&](auto) {
        spread_bits(words, signs);
        sums.append(signs, std::min<size_t>(kLanes, flips - begin), kind);
      });
    }
    kinds_.push_back(std::move(kind));
  }
  assert(!kinds_.empty());
}

double UnitFlips::Kind::p(double theta) const {
  // Returns number^2 and the largest variance, for flip f.
  const auto number = [&](size_t f) {
    const double x = n[f] - theta * d[f];
    return x * x;
  };
  const auto largest = [&](size_t f) {
    double most = 0;
    for (const auto& c : variance) most = std::max(most, c[0][f] + theta * (c[1][f] + theta * c[2][f]));
    return most;
  };
  // A statistic that is mathematically the same must count, and influences are derivatives with about six
  // digits. A flip without any variance counts too.
  constexpr double kSame = 1e-4;
  const double observed = number(0) * (1 - kSame), at_most = largest(0);
  const size_t hits = at_level<Simd::v4>([&](auto) {
    size_t count = 0;
    for (size_t f = 0; f < n.size(); ++f) count += number(f) * at_most >= observed * largest(f) ? 1 : 0;
    return count;
  });
  return static_cast<double>(hits) / static_cast<double>(n.size());
}

double UnitFlips::p(double theta) const {
  double most = 0;
  for (const auto& kind : kinds_) most = std::max(most, kind.p(theta));
  return most;
}

Interval UnitFlips::interval(double level, double reach, double zero) const {
  const double alpha = 1 - level;
  const bool rejects_zero = p(zero) < alpha;
  // Goes from the estimate to one side: `in` is not rejected, `out` is.
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
    for (int k = 0; k < 40 && std::abs(*out - in) > 1e-5 * reach; ++k) {
      const double middle = (in + *out) / 2;
      (p(middle) < alpha ? *out : in) = middle;
    }
    return in;
  };
  return {end(-1), end(1)};
}

}  // namespace standfast
