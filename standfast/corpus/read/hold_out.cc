#include "standfast/corpus/read/hold_out.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

#include "standfast/base/in_words.h"
#include "standfast/base/rng.h"

namespace standfast {
namespace {

// Authors (or documents) as numbers in the order of their names.
struct Units {
  std::vector<std::string_view> names;
  std::vector<std::array<uint32_t, 2>> of_pair;
  std::string kind;
};

Units number_units(const PairView& view) {
  Units units;
  const Column* authors = view.corpus->column(Role::author);
  const bool known =
      authors != nullptr && std::all_of(view.pairs.begin(), view.pairs.end(), [&](const Pair& pair) {
        return authors->codes[pair.a] != kMissing && authors->codes[pair.b] != kMissing;
      });
  units.kind = known ? "author" : "document";
  const auto name = [&](uint32_t row) {
    return known ? view.corpus->value(Role::author, row) : view.corpus->id(row);
  };
  for (const auto& pair : view.pairs) units.names.insert(units.names.end(), {name(pair.a), name(pair.b)});
  std::sort(units.names.begin(), units.names.end());
  units.names.erase(std::unique(units.names.begin(), units.names.end()), units.names.end());
  const auto number = [&](uint32_t row) {
    return static_cast<uint32_t>(std::lower_bound(units.names.begin(), units.names.end(), name(row)) -
                                 units.names.begin());
  };
  for (const auto& pair : view.pairs) units.of_pair.push_back({number(pair.a), number(pair.b)});
  return units;
}

enum class Side : uint8_t { train, validation, none };

struct Counts {
  uint64_t different = 0, same = 0;
  void add(bool is_same) { ++(is_same ? same : different); }
};

// Takes whole components until validation has its share of both classes; no pair is lost.
std::vector<Side> by_component(const PairView& view, const Units& units, const HoldOutOptions& options,
                               Counts all) {
  std::vector<uint32_t> root(units.names.size());
  std::iota(root.begin(), root.end(), 0U);
  const auto find = [&](uint32_t u) {
    while (root[u] != u) u = root[u] = root[root[u]];
    return u;
  };
  for (const auto& [a, b] : units.of_pair) {
    const uint32_t x = find(a), y = find(b);
    root[std::max(x, y)] = std::min(x, y);
  }
  std::map<uint32_t, Counts> components;  // by the first unit of each component
  for (size_t i = 0; i < view.pairs.size(); ++i)
    components[find(units.of_pair[i][0])].add(view.pairs[i].same);
  std::vector<uint32_t> order;
  for (const auto& [first, counts] : components) order.push_back(first);
  Rng(options.seed, "corpus/hold-out", "components").shuffle(order);

  const double want_same = options.share * static_cast<double>(all.same),
               want_different = options.share * static_cast<double>(all.different);
  Counts held;
  std::vector<Side> side_of(units.names.size(), Side::train);
  for (const uint32_t first : order) {
    const Counts& c = components.at(first);
    // A component may bring a class to a tenth more than wanted; the first pair of a class is always taken.
    const auto fits = [](uint64_t have, uint64_t more, double want) {
      return more == 0 || static_cast<double>(have + more) <= std::max(1.1 * want, 1.0);
    };
    if (!fits(held.same, c.same, want_same) || !fits(held.different, c.different, want_different)) continue;
    held.same += c.same;
    held.different += c.different;
    side_of[first] = Side::validation;
  }
  std::vector<Side> sides;
  for (const auto& pair : units.of_pair) sides.push_back(side_of[find(pair[0])]);
  return sides;
}

// Draws authors one by one. Pairs between the sides are lost. Then each side is thinned to the common share.
std::vector<Side> by_unit(const PairView& view, const Units& units, const HoldOutOptions& options,
                          Counts all) {
  std::vector<uint64_t> weight(units.names.size(), 0);
  for (const auto& [a, b] : units.of_pair) ++weight[a], ++weight[b];
  std::vector<uint32_t> order(units.names.size());
  std::iota(order.begin(), order.end(), 0U);
  Rng(options.seed, "corpus/hold-out", "units").shuffle(order);
  // If a share g of the authors is drawn, g^2 and (1 - g)^2 of the pairs between authors survive. With this
  // g, validation is the requested share of the pairs that are kept.
  const double root = std::sqrt(options.share), g = root / (root + std::sqrt(1 - options.share));
  const double enough = g * 2 * static_cast<double>(view.pairs.size());
  std::vector<uint8_t> held(units.names.size(), 0);
  uint64_t taken = 0;
  for (const uint32_t unit : order) {
    if (static_cast<double>(taken) + static_cast<double>(weight[unit]) / 2 > enough) continue;
    held[unit] = 1;
    taken += weight[unit];
  }
  std::vector<Side> sides;
  std::array<Counts, 2> kept;
  for (size_t i = 0; i < view.pairs.size(); ++i) {
    const auto [a, b] = units.of_pair[i];
    sides.push_back(held[a] != held[b] ? Side::none : held[a] != 0 ? Side::validation : Side::train);
    if (sides.back() != Side::none) kept[static_cast<size_t>(sides.back())].add(view.pairs[i].same);
  }
  for (const Side side : {Side::train, Side::validation}) {
    const Counts& have = kept[static_cast<size_t>(side)];
    // The ratio same / different is to equal the ratio in all pairs: the class that has too many loses pairs.
    const double ratio = static_cast<double>(all.same) / static_cast<double>(all.different);
    const uint64_t keep_same =
        std::min(have.same, static_cast<uint64_t>(std::llround(static_cast<double>(have.different) * ratio)));
    const uint64_t keep_different =
        std::min(have.different, static_cast<uint64_t>(std::llround(static_cast<double>(have.same) / ratio)));
    for (const bool same : {false, true}) {
      std::vector<uint32_t> members;
      for (uint32_t i = 0; i < sides.size(); ++i)
        if (sides[i] == side && view.pairs[i].same == same) members.push_back(i);
      // Sorted by ids, so that the file's order does not matter.
      std::sort(members.begin(), members.end(), [&](uint32_t x, uint32_t y) {
        return std::tuple(view.corpus->id(view.pairs[x].a), view.corpus->id(view.pairs[x].b), x) <
               std::tuple(view.corpus->id(view.pairs[y].a), view.corpus->id(view.pairs[y].b), y);
      });
      Rng rng(options.seed, "corpus/hold-out", fmt::format("thin {} {}", static_cast<int>(side), same));
      rng.shuffle(members);
      for (size_t i = same ? keep_same : keep_different; i < members.size(); ++i)
        sides[members[i]] = Side::none;
    }
  }
  return sides;
}

}  // namespace

Result<HeldOut> hold_out_authors(const PairView& view, const HoldOutOptions& options) {
  if (!(options.share > 0 && options.share < 1))
    return usage_error(
        fmt::format("the share of pairs to hold out must be above 0 and below 1, not {}", options.share));
  Counts all;
  for (const auto& pair : view.pairs) all.add(pair.same);
  if (all.same == 0 || all.different == 0)
    return data_error(fmt::format("all {} pairs are {}-author pairs; nothing can be held out",
                                  view.pairs.size(), all.same == 0 ? "different" : "same"));
  const Units units = number_units(view);
  const auto tally = [&](const std::vector<Side>& sides) {
    std::array<Counts, 3> counts;
    for (size_t i = 0; i < sides.size(); ++i) counts[static_cast<size_t>(sides[i])].add(view.pairs[i].same);
    return counts;
  };
  auto sides = by_component(view, units, options, all);
  auto counts = tally(sides);
  const Counts& got = counts[static_cast<size_t>(Side::validation)];
  if (2 * static_cast<double>(got.same) < options.share * static_cast<double>(all.same) || got.same == 0 ||
      2 * static_cast<double>(got.different) < options.share * static_cast<double>(all.different) ||
      got.different == 0) {
    sides = by_unit(view, units, options, all);
    counts = tally(sides);
  }
  for (const Side side : {Side::train, Side::validation}) {
    const Counts& c = counts[static_cast<size_t>(side)];
    if (c.same == 0 || c.different == 0)
      return data_error(
          fmt::format("{} pairs of {} {} are too few to hold out a share of {} with both kinds of pairs on "
                      "both sides",
                      view.pairs.size(), units.names.size(), plural(units.kind), options.share));
  }
  HeldOut result;
  result.unit = units.kind;
  for (size_t i = 0; i < sides.size(); ++i) {
    if (sides[i] == Side::none)
      ++result.left_out;
    else
      (sides[i] == Side::train ? result.train : result.validation).push_back(view.pairs[i]);
  }
  return result;
}

}  // namespace standfast
