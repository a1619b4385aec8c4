#include "standfast/split/file/split_difference.h"

#include <algorithm>
#include <limits>

#include "standfast/num/linear/best_matching.h"
#include "standfast/split/file/side_patterns.h"

namespace standfast {
namespace {

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
constexpr uint8_t kNoSide = 4;

double ratio(uint64_t part, uint64_t whole) {
  return whole == 0 ? kUndefined : static_cast<double>(part) / static_cast<double>(whole);
}

std::vector<std::vector<uint32_t>> folds_that_test(uint32_t rows, const Split& split) {
  std::vector<std::vector<uint32_t>> folds(rows);
  for (uint32_t f = 0; f < split.folds.size(); ++f)
    for (const uint32_t row : split.folds[f].test) folds[row].push_back(f);
  return folds;
}

// Returns, by fold of A, its partner in B, or kUnmatched.
std::vector<size_t> partners(uint32_t rows, const Split& a, const Split& b) {
  const size_t m = b.folds.size();
  const auto in_a = folds_that_test(rows, a), in_b = folds_that_test(rows, b);
  // One shared document outweighs any number of folds that keep their number.
  const auto document = static_cast<int64_t>(std::max(a.folds.size(), m) + 1);
  std::vector<int64_t> weights(a.folds.size() * m, 0);
  for (size_t f = 0; f < std::min(a.folds.size(), m); ++f) weights[f * m + f] = 1;
  for (uint32_t row = 0; row < rows; ++row)
    for (const uint32_t f : in_a[row])
      for (const uint32_t g : in_b[row]) weights[f * m + g] += document;
  return best_matching(weights, a.folds.size(), m);
}

FoldDifference fold_difference(uint32_t rows, uint32_t f, const Fold& a, uint32_t g, const Fold& b) {
  FoldDifference difference{.a = f, .b = g, .sides = {}};
  const auto in_a = sides_of_rows(rows, a), in_b = sides_of_rows(rows, b);
  for (uint32_t row = 0; row < rows; ++row) ++difference.documents[in_a[row]][in_b[row]];
  for (size_t s = 0; s < kNoSide; ++s)
    for (size_t t = 0; t <= kNoSide; ++t) {
      difference.sides[s].a += difference.documents[s][t];
      difference.sides[s].b += difference.documents[t][s];
      if (s == t) difference.sides[s].both = difference.documents[s][s];
    }
  return difference;
}

}  // namespace

double SideOverlap::of_smaller() const {
  return ratio(both, std::min(a, b));
}
double SideOverlap::jaccard() const {
  return ratio(both, a + b - both);
}
double SideOverlap::by_chance(uint64_t n) const {
  return n == 0 ? kUndefined : static_cast<double>(a) * static_cast<double>(b) / static_cast<double>(n);
}

uint64_t FoldDifference::moved() const {
  uint64_t count = 0;
  for (size_t s = 0; s < documents.size(); ++s)
    for (size_t t = 0; t < documents.size(); ++t)
      if (s != t) count += documents[s][t];
  return count;
}

bool SplitDifference::same() const {
  return only_a.empty() && only_b.empty() &&
         std::all_of(folds.begin(), folds.end(), [](const auto& fold) { return fold.moved() == 0; });
}

std::vector<uint8_t> sides_of_rows(uint32_t rows, const Fold& fold) {
  std::vector<uint8_t> sides(rows, kNoSide);
  uint8_t side = 0;
  for (const RowSet* set : {&fold.train, &fold.validation, &fold.test, &fold.aside}) {
    for (const uint32_t row : *set) sides[row] = side;
    ++side;
  }
  return sides;
}

SplitDifference split_difference(const Corpus& corpus, const Split& a, const Split& b) {
  SplitDifference difference;
  std::vector<Fold> all = a.folds;
  all.insert(all.end(), b.folds.begin(), b.folds.end());
  difference.documents = used_rows(corpus.size(), all).size();
  difference.matched = std::max(a.folds.size(), b.folds.size()) <= kMostFoldsMatched;
  std::vector<size_t> partner(a.folds.size(), kUnmatched);
  if (difference.matched) {
    partner = partners(corpus.size(), a, b);
  } else {
    for (size_t f = 0; f < std::min(a.folds.size(), b.folds.size()); ++f) partner[f] = f;
  }
  std::vector<bool> taken(b.folds.size(), false);
  for (uint32_t f = 0; f < a.folds.size(); ++f) {
    if (partner[f] == kUnmatched) {
      difference.only_a.push_back(f);
      continue;
    }
    taken[partner[f]] = true;
    const auto g = static_cast<uint32_t>(partner[f]);
    difference.folds.push_back(fold_difference(corpus.size(), f, a.folds[f], g, b.folds[g]));
  }
  for (uint32_t g = 0; g < b.folds.size(); ++g)
    if (!taken[g]) difference.only_b.push_back(g);
  return difference;
}

}  // namespace standfast
