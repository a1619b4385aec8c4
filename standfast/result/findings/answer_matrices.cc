#include "standfast/result/findings/answer_matrices.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "standfast/result/findings/largest.h"

namespace standfast::result {

AnswerMatrixCount::AnswerMatrixCount(const CorpusInfo& corpus, const std::vector<uint64_t>& documents)
    : place_(corpus.classes.size(), kNotShown) {
  for (const uint32_t c : largest(documents, kMostClassesShown)) {
    place_[c] = out_.classes.size();
    out_.classes.push_back(corpus.classes[c]);
  }
}

void AnswerMatrixCount::add(size_t condition, size_t model, const PooledItems& items) {
  if (items.size() == 0) return;
  const size_t classes = out_.classes.size();
  std::vector<uint64_t> counts(classes * classes, 0);
  for (size_t i = 0; i < items.size(); ++i) {
    if (items.predicted[i] == kNoAnswer) continue;
    const size_t truth = place_[items.truth[i]], answer = place_[items.predicted[i]];
    if (truth != kNotShown && answer != kNotShown) ++counts[truth * classes + answer];
  }
  AnswerMatrices::Matrix matrix{condition, model, {}};
  for (size_t k = 0; k < counts.size(); ++k)
    if (counts[k] > 0) matrix.cells.push_back({k / classes, k % classes, counts[k]});
  out_.matrices.push_back(std::move(matrix));
}

AnswerMatrices AnswerMatrixCount::found() && {
  std::sort(out_.matrices.begin(), out_.matrices.end(), [](const auto& a, const auto& b) {
    return std::tie(a.model, a.condition) < std::tie(b.model, b.condition);
  });
  return std::move(out_);
}

}  // namespace standfast::result
