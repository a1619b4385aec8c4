#include "standfast/split/representatives.h"

#include <algorithm>
#include <map>
#include <utility>

namespace standfast {
namespace {

uint32_t representative(const Corpus& corpus, const std::vector<uint32_t>& rows, const Column* classes) {
  // Number of documents, and the one with the smallest id.
  std::map<uint32_t, std::pair<size_t, uint32_t>> of_class;
  for (const uint32_t row : rows) {
    const uint32_t code = classes == nullptr ? 0 : classes->codes[row];
    if (code == kMissing) continue;
    auto& [n, first] = of_class.try_emplace(code, 0, row).first->second;
    ++n;
    if (corpus.id(row) < corpus.id(first)) first = row;
  }
  if (of_class.empty())
    return *std::ranges::min_element(rows, {}, [&](uint32_t row) { return corpus.id(row); });
  // Among equally frequent classes the one with the smaller id wins, so names have no effect.
  const auto best = std::ranges::max_element(of_class, [&](const auto& a, const auto& b) {
    const auto& [n, first] = a.second;
    const auto& [m, other] = b.second;
    return n != m ? n < m : corpus.id(first) > corpus.id(other);
  });
  return best->second.second;
}

}  // namespace

Representatives::Representatives(const Corpus& corpus, SplitGroups groups, const Column* classes)
    : groups_(std::move(groups)), group_at_(corpus.size(), kMissing) {
  for (uint32_t g = 0; g < groups_.rows.size(); ++g) {
    const uint32_t row = representative(corpus, groups_.rows[g], classes);
    rows_.push_back(row);
    group_at_[row] = g;
  }
  rows_.insert(rows_.end(), groups_.without.begin(), groups_.without.end());
  std::ranges::sort(rows_);
}

size_t Representatives::documents() const {
  size_t n = groups_.without.size();
  for (const auto& rows : groups_.rows) n += rows.size();
  return n;
}

std::vector<uint32_t> Representatives::documents_of(uint32_t row) const {
  return group_at_[row] == kMissing ? std::vector<uint32_t>{row} : groups_.rows[group_at_[row]];
}

RowSet Representatives::all_of(const RowSet& side) const {
  std::vector<uint32_t> rows;
  for (const uint32_t row : side)
    if (group_at_[row] == kMissing)
      rows.push_back(row);
    else
      rows.insert(rows.end(), groups_.rows[group_at_[row]].begin(), groups_.rows[group_at_[row]].end());
  return sorted_rows(std::move(rows));
}

Result<FloatMatrix> Representatives::means(const Corpus& corpus, const DocumentVectors& vectors) const {
  FloatMatrix means(rows_.size(), vectors.matrix.columns);
  for (size_t i = 0; i < rows_.size(); ++i) {
    SF_ASSIGN(const auto places, places_of(corpus, vectors, documents_of(rows_[i])));
    std::vector<double> sum(means.columns, 0);
    for (const size_t place : places)
      for (size_t c = 0; c < sum.size(); ++c) sum[c] += vectors.matrix.row(place)[c];
    for (size_t c = 0; c < sum.size(); ++c)
      means.row(i)[c] = static_cast<float>(sum[c] / static_cast<double>(places.size()));
  }
  return means;
}

}  // namespace standfast
