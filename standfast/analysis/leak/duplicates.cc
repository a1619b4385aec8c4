#include "standfast/analysis/leak/duplicates.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <unordered_map>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "standfast/base/parallel.h"
#include "standfast/base/rng.h"
#include "standfast/text/unicode.h"

namespace standfast {
namespace {

constexpr size_t kShingle = 5, kBands = 20, kBandSize = 6, kHashes = kBands * kBandSize;
constexpr size_t kNeighbours = 8;  // a document is compared with this many before it in a bucket

struct Hash128 {
  uint64_t low = 0, high = 0;
  friend auto operator<=>(const Hash128&, const Hash128&) = default;
};

// Scratch memory of one thread.
struct Scratch {
  std::string lower, squeezed;
  std::vector<uint32_t> shingles;
};

// Puts the text in lower case. A run of white space becomes one space; at the ends none is left.
void normalise(std::string_view text, Scratch& scratch) {
  to_lower(text, scratch.lower);
  auto& out = scratch.squeezed;
  out.clear();
  bool space = false;
  for (size_t at = 0; at < scratch.lower.size();) {
    const size_t from = at;
    if (is_space(next_code_point(scratch.lower, at))) {
      space = !out.empty();
      continue;
    }
    if (space) out += ' ';
    space = false;
    out.append(scratch.lower, from, at - from);
  }
}

// Hashes of all runs of five words of the normalised text, in order.
void take_shingles(Scratch& scratch) {
  scratch.shingles.clear();
  std::array<uint64_t, kShingle> last{};
  size_t words = 0;
  for_each_word(scratch.squeezed, 1, [&](std::string_view word) {
    last[words++ % kShingle] = XXH3_64bits(word.data(), word.size());
    if (words < kShingle) return;
    uint64_t hash = 0;
    for (size_t i = 0; i < kShingle; ++i)
      hash = (hash ^ last[(words + i) % kShingle]) * 0x9e3779b97f4a7c15ULL;
    scratch.shingles.push_back(static_cast<uint32_t>(hash >> 32));
  });
}

struct HashFunctions {
  std::array<uint32_t, kHashes> add, factor;
  HashFunctions() {
    Rng rng(0, "analysis/duplicates");
    for (size_t i = 0; i < kHashes; ++i) {
      factor[i] = static_cast<uint32_t>(rng.next()) | 1U;
      add[i] = static_cast<uint32_t>(rng.next());
    }
  }
};

// One hash for each band of the MinHash signature of a set of shingles.
void band_hashes(const std::vector<uint32_t>& shingles, const HashFunctions& functions, uint64_t* bands) {
  std::array<uint32_t, kHashes> lowest;
  lowest.fill(std::numeric_limits<uint32_t>::max());
  for (const uint32_t shingle : shingles)
    for (size_t i = 0; i < kHashes; ++i) {
      // A line modulo 2^32 alone gives the shingles too regular an order; one more round breaks it.
      uint32_t value = shingle * functions.factor[i] + functions.add[i];
      value = (value ^ value >> 16) * 0x85ebca6bU;
      lowest[i] = std::min(lowest[i], value);
    }
  for (size_t band = 0; band < kBands; ++band)
    bands[band] = XXH3_64bits(lowest.data() + band * kBandSize, kBandSize * sizeof(uint32_t));
}

std::vector<uint32_t> shingle_set(std::string_view text, Scratch& scratch) {
  normalise(text, scratch);
  take_shingles(scratch);
  std::vector<uint32_t> set = scratch.shingles;
  std::sort(set.begin(), set.end());
  set.erase(std::unique(set.begin(), set.end()), set.end());
  return set;
}

double jaccard(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b) {
  size_t both = 0;
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) {
      ++both, ++i, ++j;
    } else if (a[i] < b[j]) {
      ++i;
    } else {
      ++j;
    }
  }
  const size_t either = a.size() + b.size() - both;
  return either == 0 ? 0.0 : static_cast<double>(both) / static_cast<double>(either);
}

// Groups of equal hashes, each with ascending rows, in order of their first row.
std::vector<std::vector<uint32_t>> equal_groups(const std::vector<Hash128>& hashes, const Corpus& corpus) {
  std::vector<uint32_t> order;
  for (uint32_t row = 0; row < hashes.size(); ++row)
    if (!corpus.text(row).empty()) order.push_back(row);
  std::sort(order.begin(), order.end(),
            [&](uint32_t a, uint32_t b) { return hashes[a] != hashes[b] ? hashes[a] < hashes[b] : a < b; });
  std::vector<std::vector<uint32_t>> groups;
  for (size_t i = 0; i < order.size();) {
    size_t end = i + 1;
    while (end < order.size() && hashes[order[end]] == hashes[order[i]]) ++end;
    if (end - i > 1)
      groups.emplace_back(order.begin() + static_cast<ptrdiff_t>(i),
                          order.begin() + static_cast<ptrdiff_t>(end));
    i = end;
  }
  std::sort(groups.begin(), groups.end());
  return groups;
}

using RowPair = std::pair<uint32_t, uint32_t>;

// Pairs of rows that share a band, each once. In a bucket a row is paired with at most kNeighbours before it.
std::vector<RowPair> candidates(const std::vector<uint32_t>& rows, const std::vector<uint64_t>& bands) {
  std::vector<RowPair> pairs;
  std::vector<std::pair<uint64_t, uint32_t>> bucketed(rows.size());
  for (size_t band = 0; band < kBands; ++band) {
    for (size_t i = 0; i < rows.size(); ++i) bucketed[i] = {bands[i * kBands + band], rows[i]};
    std::sort(bucketed.begin(), bucketed.end());
    for (size_t i = 0; i < bucketed.size(); ++i)
      for (size_t back = 1; back <= std::min(kNeighbours, i) && bucketed[i - back].first == bucketed[i].first;
           ++back)
        pairs.emplace_back(bucketed[i - back].second, bucketed[i].second);
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

}  // namespace

Duplicates find_duplicates(const Corpus& corpus, const DuplicateOptions& options) {
  const uint32_t n = corpus.size();
  const int threads = std::max(1, options.threads);
  const HashFunctions functions;
  std::vector<Hash128> hashes(n);
  std::vector<uint64_t> bands(options.near ? size_t{n} * kBands : 0);
  std::vector<char> has_shingles(n, 0);
  std::vector<Scratch> scratch(static_cast<size_t>(threads));
  parallel_ranges(n, threads, 256, [&](size_t begin, size_t end, int worker) {
    auto& mine = scratch[static_cast<size_t>(worker)];
    for (size_t row = begin; row < end; ++row) {
      normalise(corpus.text(static_cast<uint32_t>(row)), mine);
      const XXH128_hash_t hash = XXH3_128bits(mine.squeezed.data(), mine.squeezed.size());
      hashes[row] = {hash.low64, hash.high64};
      if (!options.near) continue;
      take_shingles(mine);
      has_shingles[row] = !mine.shingles.empty();
      band_hashes(mine.shingles, functions, &bands[row * kBands]);
    }
  });

  Duplicates found;
  found.exact = equal_groups(hashes, corpus);
  std::vector<char> is_copy(n, 0);
  for (const auto& group : found.exact) {
    found.exact_documents += group.size() - 1;
    for (size_t i = 1; i < group.size(); ++i) is_copy[group[i]] = 1;
  }
  if (!options.near) return found;

  std::vector<uint32_t> rows;
  for (uint32_t row = 0; row < n; ++row) {
    if (has_shingles[row] == 0 || is_copy[row] != 0) continue;
    std::copy_n(&bands[size_t{row} * kBands], kBands, &bands[rows.size() * kBands]);
    rows.push_back(row);
  }
  const auto pairs = candidates(rows, bands);
  std::vector<double> similarity(pairs.size());
  parallel_ranges(pairs.size(), threads, 64, [&](size_t begin, size_t end, int worker) {
    auto& mine = scratch[static_cast<size_t>(worker)];
    uint32_t of = kMissing;
    std::vector<uint32_t> set;
    for (size_t i = begin; i < end; ++i) {
      if (pairs[i].first != of) set = shingle_set(corpus.text(of = pairs[i].first), mine);
      similarity[i] = jaccard(set, shingle_set(corpus.text(pairs[i].second), mine));
    }
  });
  std::vector<char> in_pair(n, 0);
  for (size_t i = 0; i < pairs.size(); ++i) {
    if (similarity[i] < options.threshold) continue;
    found.near.push_back({pairs[i].first, pairs[i].second, similarity[i]});
    in_pair[pairs[i].first] = in_pair[pairs[i].second] = 1;
  }
  found.near_documents = static_cast<uint64_t>(std::count(in_pair.begin(), in_pair.end(), 1));
  return found;
}

}  // namespace standfast
