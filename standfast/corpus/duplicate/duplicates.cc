#include "standfast/corpus/duplicate/duplicates.h"

#include <algorithm>
#include <unordered_map>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "standfast/base/parallel.h"

namespace standfast {
namespace {

struct Hash128 {
  uint64_t low = 0, high = 0;
  friend auto operator<=>(const Hash128&, const Hash128&) = default;
};

// Groups equal hashes, each group with ascending rows, in order of their first row. Texts of white space
// alone are no copies.
std::vector<std::vector<uint32_t>> equal_groups(const std::vector<Hash128>& hashes,
                                                const std::vector<char>& empty) {
  std::vector<uint32_t> order;
  for (uint32_t row = 0; row < hashes.size(); ++row)
    if (empty[row] == 0) order.push_back(row);
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

// Maps each row that has copies to the number of its exact group.
std::unordered_map<uint32_t, size_t> groups_by_row(const Duplicates& found) {
  std::unordered_map<uint32_t, size_t> group;
  for (size_t g = 0; g < found.exact.size(); ++g)
    for (const uint32_t row : found.exact[g]) group.emplace(row, g);
  return group;
}

uint64_t pairs_with_copies(const Duplicates& found) {
  const auto group = groups_by_row(found);
  const auto copies = [&](uint32_t row) {
    const auto mine = group.find(row);
    return mine == group.end() ? uint64_t{1} : uint64_t{found.exact[mine->second].size()};
  };
  uint64_t pairs = 0;
  for (const auto& near : found.near) pairs += copies(near.a) * copies(near.b);
  for (const auto& same : found.exact) pairs += uint64_t{same.size()} * (same.size() - 1) / 2;
  return pairs;
}

}  // namespace

std::vector<SimilarPair> with_copies(const Duplicates& found) {
  const auto group = groups_by_row(found);
  const auto copies = [&](const uint32_t& row) {
    const auto mine = group.find(row);
    return mine == group.end() ? std::span<const uint32_t>(&row, 1)
                               : std::span<const uint32_t>(found.exact[mine->second]);
  };
  std::vector<SimilarPair> pairs;
  pairs.reserve(found.all_pairs);
  for (const auto& near : found.near)
    for (const uint32_t a : copies(near.a))
      for (const uint32_t b : copies(near.b))
        pairs.push_back({std::min(a, b), std::max(a, b), near.similarity});
  for (const auto& same : found.exact)
    for (size_t i = 0; i < same.size(); ++i)
      for (size_t j = i + 1; j < same.size(); ++j) pairs.push_back({same[i], same[j], 1});
  return pairs;
}

Duplicates find_duplicates(const Corpus& corpus, const DuplicateOptions& options) {
  std::vector<std::string_view> texts;
  texts.reserve(corpus.size());
  for (uint32_t row = 0; row < corpus.size(); ++row) texts.push_back(corpus.text(row));
  return find_duplicates(texts, options);
}

Duplicates find_duplicates(std::span<const std::string_view> texts, const DuplicateOptions& options) {
  const auto n = static_cast<uint32_t>(texts.size());
  std::vector<Hash128> hashes(n);
  std::vector<char> empty(n);  // nothing but white space
  parallel_ranges(n, options.threads, 256, [&](size_t begin, size_t end, int) {
    std::string normal;
    for (size_t row = begin; row < end; ++row) {
      comparable_text(texts[row], normal);
      const XXH128_hash_t hash = XXH3_128bits(normal.data(), normal.size());
      hashes[row] = {hash.low64, hash.high64};
      empty[row] = normal.empty() ? 1 : 0;
    }
  });

  Duplicates found;
  found.exact = equal_groups(hashes, empty);
  std::vector<char> is_copy(n, 0);
  for (const auto& group : found.exact) {
    found.exact_documents += group.size() - 1;
    for (size_t i = 1; i < group.size(); ++i) is_copy[group[i]] = 1;
  }
  if (!options.near) return found;

  std::vector<uint32_t> rows;
  std::vector<std::string_view> different;
  for (uint32_t row = 0; row < n; ++row)
    if (is_copy[row] == 0) {
      rows.push_back(row);
      different.push_back(texts[row]);
    }
  const TokenSets sets = token_sets(different, options.tokens, options.threads);
  std::vector<char> without(n, 0);
  for (size_t i = 0; i < rows.size(); ++i)
    without[rows[i]] = sets.of(i).empty() && empty[rows[i]] == 0 ? 1 : 0;
  for (const auto& group : found.exact)
    for (const uint32_t row : group) without[row] = without[group.front()];
  found.too_short = static_cast<uint64_t>(std::count(without.begin(), without.end(), 1));
  auto similar = similar_pairs(sets, options.threshold, options.threads);
  found.all_near = similar.all;
  found.near = std::move(similar.pairs);
  std::vector<char> in_pair(n, 0);
  for (auto& pair : found.near) {
    pair.a = rows[pair.a];
    pair.b = rows[pair.b];
    in_pair[pair.a] = in_pair[pair.b] = 1;
  }
  for (const auto& group : found.exact)  // a text near to another is near to its copies
    if (in_pair[group.front()] != 0)
      for (const uint32_t row : group) in_pair[row] = 1;
  found.near_documents = static_cast<uint64_t>(std::count(in_pair.begin(), in_pair.end(), 1));
  found.all_pairs = pairs_with_copies(found);
  return found;
}

}  // namespace standfast
