#include "standfast/study/experiment/pair_features_in_memory.h"

#include <algorithm>
#include <utility>

namespace standfast {

Result<std::unique_ptr<PairFeaturesInMemory>> PairFeaturesInMemory::make(const PairFeatures& features,
                                                                         const Corpus& corpus,
                                                                         std::vector<Pair> pairs, int threads,
                                                                         Sink& sink) {
  auto table = std::make_unique<PairFeaturesInMemory>();
  table->pairs_ = std::move(pairs);
  table->values_ = DenseMatrix(table->pairs_.size(), features.width());
  SF_TRY(features.compute({&corpus, table->pairs_}, threads, sink, table->values_));
  return table;
}

std::span<const double> PairFeaturesInMemory::find(uint32_t a, uint32_t b) const {
  const auto found =
      std::lower_bound(pairs_.begin(), pairs_.end(), std::pair{a, b}, [](const Pair& pair, const auto& key) {
        return std::pair{pair.a, pair.b} < key;
      });
  if (found == pairs_.end() || found->a != a || found->b != b) return {};
  return values_.row(static_cast<size_t>(found - pairs_.begin()));
}

}  // namespace standfast
