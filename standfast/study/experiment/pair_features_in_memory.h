// Pair features in memory, for verifiers that are fitted on many folds of one corpus.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "standfast/model/verify/verifier.h"

namespace standfast {

class PairFeaturesInMemory final : public PairFeatureTable {
 public:
  // pairs: ascending by (a, b), each once (add_pairs_once).
  static Result<std::unique_ptr<PairFeaturesInMemory>> make(const PairFeatures& features,
                                                            const Corpus& corpus, std::vector<Pair> pairs,
                                                            int threads, Sink& sink);
  std::span<const double> find(uint32_t a, uint32_t b) const override;  // O(log pairs)

 private:
  std::vector<Pair> pairs_;
  DenseMatrix values_;  // pairs_.size() x width
};

}  // namespace standfast
