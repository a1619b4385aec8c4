// Blocks of pairs whose documents fit a limit, for models that turn documents into something larger than
// their text (n-gram vectors, profiles): memory then depends on the block, not on the number of pairs.
//
// If all documents together are below the limit there is one block, the pairs as given. Otherwise pairs are
// taken by their documents' rows, so that pairs that share a document tend to share a block; a document whose
// pairs lie in several blocks is processed again in each. What a body computes for a pair must not depend on
// the others in its block.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

#include "standfast/base/result.h"
#include "standfast/corpus/pairs.h"

namespace standfast {

// Limit in bytes of text in a block. Vectors of 4-grams take some ten times that.
inline constexpr uint64_t kPairBlockBytes = uint64_t{24} << 20;

// Calls body(block, places) for every block until one fails; places[i] is the place of block.pairs[i] in
// pairs.pairs. A block with more than `bytes` of text has one pair. Every pair is in one block.
inline Status for_pair_blocks(
    const PairView& pairs, uint64_t bytes,
    const std::function<Status(const PairView& block, std::span<const size_t> places)>& body) {
  std::vector<size_t> order(pairs.pairs.size());
  std::iota(order.begin(), order.end(), size_t{0});
  // Bytes of the documents seen, each counted once.
  std::unordered_set<uint32_t> seen;
  uint64_t held = 0;
  const auto added_by = [&](const Pair& pair) {
    uint64_t added = 0;
    for (const uint32_t row : {pair.a, pair.b})
      if (!seen.contains(row)) added += pairs.corpus->text(row).size();
    return added;
  };
  const auto take = [&](const Pair& pair) {
    held += added_by(pair);
    seen.insert({pair.a, pair.b});
  };
  bool all_fit = true;
  for (const Pair& pair : pairs.pairs) {
    take(pair);
    if (held > bytes) {
      all_fit = false;
      break;
    }
  }
  if (all_fit) return body(pairs, order);

  const auto rows = [&](size_t i) { return std::minmax(pairs.pairs[i].a, pairs.pairs[i].b); };
  std::sort(order.begin(), order.end(), [&](size_t x, size_t y) {
    const auto a = rows(x), b = rows(y);
    return a.first != b.first ? a.first < b.first : a.second != b.second ? a.second < b.second : x < y;
  });
  std::vector<Pair> block;
  for (size_t begin = 0; begin < order.size();) {
    block.clear();
    seen.clear();
    held = 0;
    size_t end = begin;
    for (; end < order.size(); ++end) {
      const Pair& pair = pairs.pairs[order[end]];
      if (end > begin && held + added_by(pair) > bytes) break;
      take(pair);
      block.push_back(pair);
    }
    SF_TRY(body({pairs.corpus, block}, std::span(order).subspan(begin, end - begin)));
    begin = end;
  }
  return {};
}

}  // namespace standfast
