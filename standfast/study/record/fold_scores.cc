#include "standfast/study/record/fold_scores.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "standfast/study/record/fit_seed.h"

namespace standfast {

Result<std::vector<double>> fold_answers(const Corpus& corpus, const FoldPairs& pairs, uint32_t fold,
                                         uint64_t seed, Verifier& verifier, ModelContext context,
                                         uint32_t fit) {
  if (pairs.train.empty() || pairs.test.empty())
    return data_error(fmt::format("fold {} has no {} pairs: too few authors with two documents there", fold,
                                  pairs.train.empty() ? "training" : "test"));
  context.seed = seed_of_fit(seed, fold, fit);
  SF_TRY(verifier.fit({&corpus, pairs.train}, {&corpus, pairs.validation}, context));
  std::vector<double> values(pairs.test.size());
  SF_TRY(verifier.score({&corpus, pairs.test}, values, context));
  for (size_t i = 0; i < values.size(); ++i)
    if (!(values[i] >= 0 && values[i] <= 1))
      return data_error(fmt::format("the model answered {} to {}; answers lie in [0, 1]", values[i],
                                    pair_id(corpus, pairs.test[i])));
  return values;
}

std::vector<uint8_t> truths_of(std::span<const Pair> pairs) {
  std::vector<uint8_t> same;
  same.reserve(pairs.size());
  for (const Pair& pair : pairs) same.push_back(pair.same ? 1 : 0);
  return same;
}

void add_pairs_once(const std::vector<FoldPairs>& folds, std::vector<Pair>& all) {
  for (const auto& fold : folds)
    for (const auto* side : {&fold.train, &fold.validation, &fold.test})
      all.insert(all.end(), side->begin(), side->end());
  std::sort(all.begin(), all.end(),
            [](const Pair& x, const Pair& y) { return x.a != y.a ? x.a < y.a : x.b < y.b; });
  all.erase(std::unique(all.begin(), all.end(),
                        [](const Pair& x, const Pair& y) { return x.a == y.a && x.b == y.b; }),
            all.end());
}

}  // namespace standfast
