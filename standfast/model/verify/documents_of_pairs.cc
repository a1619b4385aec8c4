#include "standfast/model/verify/documents_of_pairs.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

namespace standfast {

DocumentsOfPairs::DocumentsOfPairs(std::span<const Pair> pairs) {
  std::vector<uint32_t> all;
  all.reserve(2 * pairs.size());
  for (const Pair& pair : pairs) {
    all.push_back(pair.a);
    all.push_back(pair.b);
  }
  std::sort(all.begin(), all.end());
  for (size_t i = 0; i < all.size(); ++i) {
    if (i == 0 || all[i] != all[i - 1]) {
      rows.push_back(all[i]);
      times.push_back(0);
    }
    ++times.back();
  }
}

size_t DocumentsOfPairs::index_of(uint32_t row) const {
  return static_cast<size_t>(std::lower_bound(rows.begin(), rows.end(), row) - rows.begin());
}

namespace {

// Returns the connected components of same-author pairs, by place among the documents: each has the least
// place of its component. A document in no same-author pair is kMissing.
std::vector<uint32_t> components(const PairView& pairs, const DocumentsOfPairs& documents) {
  std::vector<uint32_t> parent(documents.rows.size());
  std::iota(parent.begin(), parent.end(), 0U);
  const auto find = [&](uint32_t place) {
    while (parent[place] != place) place = parent[place] = parent[parent[place]];
    return place;
  };
  std::vector<uint8_t> connected(parent.size());
  for (const Pair& pair : pairs.pairs) {
    if (!pair.same || pair.a == pair.b) continue;
    const auto a = static_cast<uint32_t>(documents.index_of(pair.a)),
               b = static_cast<uint32_t>(documents.index_of(pair.b));
    connected[a] = connected[b] = 1;
    const uint32_t x = find(a), y = find(b);
    parent[std::max(x, y)] = std::min(x, y);
  }
  std::vector<uint32_t> out(parent.size());
  for (uint32_t place = 0; place < out.size(); ++place)
    out[place] = connected[place] != 0 ? find(place) : kMissing;
  return out;
}

}  // namespace

TrainingAuthors training_authors(const PairView& pairs, const DocumentsOfPairs& documents) {
  const Corpus& corpus = *pairs.corpus;
  TrainingAuthors out;
  const Column* const authors = corpus.column(Role::author);
  out.from_pairs = authors == nullptr;
  std::vector<uint32_t> author_of(documents.rows.size());
  if (authors != nullptr)
    for (size_t place = 0; place < author_of.size(); ++place)
      author_of[place] = authors->codes[documents.rows[place]];
  else
    author_of = components(pairs, documents);
  std::map<uint32_t, std::vector<uint32_t>> by_author;
  for (size_t place = 0; place < author_of.size(); ++place) {
    if (author_of[place] == kMissing)
      ++out.unknown;
    else
      by_author[author_of[place]].push_back(documents.rows[place]);
  }
  const auto by_id = [&](uint32_t a, uint32_t b) { return corpus.id(a) < corpus.id(b); };
  for (auto& [author, rows] : by_author) {
    std::ranges::sort(rows, by_id);
    out.documents.push_back(std::move(rows));
  }
  std::ranges::sort(out.documents, [&](const auto& a, const auto& b) { return by_id(a.front(), b.front()); });
  return out;
}

Status for_pair_blocks(
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

Status symmetric_pair_features(const PairFeatures& features, const PairView& view,
                               const ModelContext& context, DenseMatrix& out) {
  out = DenseMatrix(view.pairs.size(), features.width());
  std::vector<Pair> missing;
  std::vector<size_t> place;
  for (size_t i = 0; i < view.pairs.size(); ++i) {
    const Pair& pair = view.pairs[i];
    std::span<const double> known;
    if (context.pair_features != nullptr) {
      known = context.pair_features->find(pair.a, pair.b);
      if (known.empty()) known = context.pair_features->find(pair.b, pair.a);
    }
    if (known.size() == features.width()) {
      std::copy(known.begin(), known.end(), out.row(i).begin());
    } else {
      missing.push_back(pair);
      place.push_back(i);
    }
  }
  if (missing.empty()) return {};
  DenseMatrix computed;
  SF_TRY(features.compute({view.corpus, missing}, context.threads, *context.sink, computed));
  for (size_t i = 0; i < missing.size(); ++i)
    std::copy(computed.row(i).begin(), computed.row(i).end(), out.row(place[i]).begin());
  return {};
}

}  // namespace standfast
