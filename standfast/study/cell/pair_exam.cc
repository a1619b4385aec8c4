#include "standfast/study/cell/pair_exam.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "standfast/study/plan/unit.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

Result<std::vector<PairExam>> examine_pairs(const Corpus& corpus, const FoldPairs& pairs,
                                            std::span<const SidePairs> sides, uint32_t fold, uint64_t seed,
                                            Verifier& verifier, ModelContext context, uint32_t fit) {
  if (pairs.train.empty() || pairs.test.empty())
    return data_error(
        fmt::format("fold {} has no {} pairs: too few authors have two documents there that may be paired",
                    fold, pairs.train.empty() ? "training" : "test"));
  context.seed = seed_of_fit(seed, fold, fit);
  SF_TRY(verifier.fit({&corpus, pairs.train}, {&corpus, pairs.validation}, context));
  std::vector<PairExam> exams{{kTestSide, pairs.test, {}}};
  for (const auto& one : sides) exams.push_back({one.side, one.pairs, {}});
  // The model answers all sides at once, so that a model that starts a program starts it only once.
  std::vector<Pair> all;
  for (const auto& exam : exams) all.insert(all.end(), exam.pairs.begin(), exam.pairs.end());
  std::vector<double> values(all.size());
  SF_TRY(verifier.score({&corpus, all}, values, context));
  for (size_t i = 0; i < values.size(); ++i)
    if (!(values[i] >= 0 && values[i] <= 1))
      return data_error(fmt::format("the model answered {} to {}; answers lie in [0, 1]", values[i],
                                    pair_id(corpus, all[i])));
  auto next = values.begin();
  for (auto& exam : exams) {
    const auto end = next + static_cast<std::ptrdiff_t>(exam.pairs.size());
    exam.values.assign(next, end);
    next = end;
  }
  return exams;
}

std::vector<uint8_t> truths_of(std::span<const Pair> pairs) {
  std::vector<uint8_t> same;
  same.reserve(pairs.size());
  for (const Pair& pair : pairs) same.push_back(pair.same ? 1 : 0);
  return same;
}

void add_pairs_once(const SplitPairs& pairs, std::vector<Pair>& all) {
  for (const auto& fold : pairs.folds)
    for (const auto* side : {&fold.train, &fold.validation, &fold.test})
      all.insert(all.end(), side->begin(), side->end());
  for (const auto& one : pairs.sides) all.insert(all.end(), one.pairs.begin(), one.pairs.end());
  std::sort(all.begin(), all.end(),
            [](const Pair& x, const Pair& y) { return x.a != y.a ? x.a < y.a : x.b < y.b; });
  all.erase(std::unique(all.begin(), all.end(),
                        [](const Pair& x, const Pair& y) { return x.a == y.a && x.b == y.b; }),
            all.end());
}

}  // namespace standfast
