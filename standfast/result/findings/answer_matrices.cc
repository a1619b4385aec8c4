#include "standfast/result/findings/answer_matrices.h"

#include <utility>

#include "standfast/result/findings/class_items.h"
#include "standfast/result/findings/largest.h"

namespace standfast::result {
namespace {

// For each class, its place among the shown classes.
std::vector<size_t> choose_classes(const RunRecords& run, size_t corpus, std::vector<std::string>& shown) {
  const auto& info = run.corpora[corpus];
  std::vector<uint64_t> documents(info.classes.size(), 0);
  for (const auto& cell : run.cells)
    if (cell.ok && cell.corpus == info.name)
      for (const uint32_t c : cell.classified.truth) ++documents[c];
  std::vector<size_t> place(info.classes.size(), kNotShown);
  for (const uint32_t c : largest(documents, kMostClassesShown)) {
    place[c] = shown.size();
    shown.push_back(info.classes[c]);
  }
  return place;
}

}  // namespace

AnswerMatrices answer_matrices(const RunRecords& run, const Summary& summary, size_t corpus) {
  AnswerMatrices out;
  const auto place = choose_classes(run, corpus, out.classes);
  const size_t classes = out.classes.size();
  for (size_t m = 0; m < run.models.size(); ++m)
    for (size_t c = 0; c < run.conditions.size(); ++c) {
      if (summary.chance_model == m) continue;
      const PooledItems items = pooled_items(run, corpus, c, m);
      if (items.size() == 0) continue;
      std::vector<uint64_t> counts(classes * classes, 0);
      for (size_t i = 0; i < items.size(); ++i) {
        if (items.predicted[i] == kNoAnswer) continue;
        const size_t truth = place[items.truth[i]], answer = place[items.predicted[i]];
        if (truth != kNotShown && answer != kNotShown) ++counts[truth * classes + answer];
      }
      AnswerMatrices::Matrix matrix{c, m, {}};
      for (size_t k = 0; k < counts.size(); ++k)
        if (counts[k] > 0) matrix.cells.push_back({k / classes, k % classes, counts[k]});
      out.matrices.push_back(std::move(matrix));
    }
  return out;
}

}  // namespace standfast::result
