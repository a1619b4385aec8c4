#include "standfast/model/verify/training_authors.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace standfast {
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

}  // namespace standfast
