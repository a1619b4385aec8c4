#include "standfast/result/findings/document_matrix.h"

#include "standfast/result/findings/largest.h"

namespace standfast::result {
namespace {

// For each of all, its place among the largest; also fills the names of the largest.
std::vector<size_t> choose(const std::vector<uint64_t>& totals, const std::vector<std::string>& all,
                           size_t most, std::vector<std::string>& shown) {
  std::vector<size_t> place(all.size(), kNotShown);
  for (const uint32_t i : largest(totals, most)) {
    place[i] = shown.size();
    shown.push_back(all[i]);
  }
  return place;
}

}  // namespace

DocumentMatrix document_matrix(const CorpusSummary& summary) {
  std::vector<uint64_t> by_author(summary.authors.size()), by_topic(summary.topics.size());
  for (const auto& cell : summary.cells) {
    by_author[cell.author] += cell.documents;
    by_topic[cell.topic] += cell.documents;
  }
  DocumentMatrix matrix;
  const auto author = choose(by_author, summary.authors, kMostAuthorsShown, matrix.authors);
  const auto topic = choose(by_topic, summary.topics, kMostTopicsShown, matrix.topics);
  matrix.of_all =
      matrix.authors.size() == summary.authors.size() && matrix.topics.size() == summary.topics.size();
  for (const auto& cell : summary.cells) {
    if (author[cell.author] == kNotShown || topic[cell.topic] == kNotShown) continue;
    matrix.cells.push_back({author[cell.author], topic[cell.topic], cell.documents});
    matrix.documents += cell.documents;
  }
  return matrix;
}

}  // namespace standfast::result
