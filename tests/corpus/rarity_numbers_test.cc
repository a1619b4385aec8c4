#include "standfast/corpus/duplicate/rarity_numbers.h"

#include <algorithm>
#include <functional>
#include <map>

#include <gtest/gtest.h>

#include "standfast/base/rng.h"

namespace standfast {
namespace {

using HashParts = std::vector<std::vector<uint64_t>>;

// Numbers the hashes by the definition: counts them, orders them by count and hash, and numbers them in that
// order.
RarityNumbers by_ordering_all(const HashParts& parts) {
  std::map<uint64_t, size_t> counts;
  for (const auto& part : parts)
    for (const uint64_t hash : part) ++counts[hash];
  std::vector<std::pair<size_t, uint64_t>> order;
  for (const auto& [hash, count] : counts) order.emplace_back(count, hash);
  std::sort(order.begin(), order.end());
  std::map<uint64_t, uint32_t> number;
  for (const auto& [count, hash] : order) number.emplace(hash, static_cast<uint32_t>(number.size()));
  RarityNumbers found;
  found.distinct = static_cast<uint32_t>(order.size());
  for (const auto& part : parts)
    for (const uint64_t hash : part) found.numbers.push_back(number.at(hash));
  return found;
}

void expect_numbers_by_definition(const HashParts& parts, const std::string& of) {
  const RarityNumbers expected = by_ordering_all(parts);
  for (const int threads : {1, 2, 5}) {
    const RarityNumbers found = number_by_rarity(parts, threads);
    EXPECT_EQ(found.distinct, expected.distinct) << of << ", threads: " << threads;
    EXPECT_EQ(found.numbers, expected.numbers) << of << ", threads: " << threads;
  }
}

// Returns HashParts of up to twice the mean size, of which a tenth are empty.
HashParts drawn_parts(size_t parts, size_t mean, Rng& rng, const std::function<uint64_t()>& draw) {
  HashParts made(parts);
  for (auto& part : made)
    if (!rng.chance(0.1))
      for (size_t n = rng.below(2 * mean + 1); n > 0; --n) part.push_back(draw());
  return made;
}

// The sizes are such that there are one or several buckets.
TEST(RarityNumbers, AreThoseOfOrderingAllHashesForAnyThreads) {
  for (const size_t mean : {3U, 200U, 1500U}) {
    Rng rng(mean, "test/rarity-numbers");
    const auto expect = [&](const std::string& of, const std::function<uint64_t()>& draw) {
      expect_numbers_by_definition(drawn_parts(60, mean, rng, draw),
                                   of + ", mean size " + std::to_string(mean));
    };
    expect("all bits", [&] { return rng.next(); });
    expect("many ties of counts", [&] { return rng.below(mean * 20) * 0x9E3779B97F4A7C15U; });
    expect("few hashes, each often", [&] { return rng.below(7) << 61; });
    expect("one hash", [&] { return uint64_t{42}; });
    expect("small numbers: the first bits are shared", [&] { return rng.below(mean * 10); });
    for (const int rest : {4, 20, 35, 36, 37, 44, 52, 63})
      expect("last " + std::to_string(rest) + " bits differ",
             [&] { return rng.below(5) << 61 | (rng.next() & ((uint64_t{1} << std::min(rest, 61)) - 1)); });
    expect("only the last bit differs within a tie", [&] { return rng.below(mean) << 30 | rng.below(2); });
    expect("extremes", [&] { return rng.chance(0.5) ? ~uint64_t{0} - rng.below(2) : rng.below(2); });
  }
}

TEST(RarityNumbers, OfNothing) {
  expect_numbers_by_definition({}, "no parts");
  expect_numbers_by_definition({{}, {}}, "empty parts");
  expect_numbers_by_definition({{7}}, "one hash");
  EXPECT_EQ(number_by_rarity({{}, {9, 8}, {9}}, 2).numbers, (std::vector<uint32_t>{1, 0, 1}));
}

}  // namespace
}  // namespace standfast
