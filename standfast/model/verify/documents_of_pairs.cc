#include "standfast/model/verify/documents_of_pairs.h"

#include <algorithm>
#include <vector>

namespace standfast {

Status symmetric_pair_features(const PairFeatures& features, const PairView& view,
                               const ModelContext& context, DenseMatrix& out) {
  out = DenseMatrix(view.pairs.size(), features.width());
  std::vector<Pair> missing;
  std::vector<size_t> place;
  for (size_t i = 0; i < view.pairs.size(); ++i) {
    const Pair& pair = view.pairs[i];
    std::span<const double> known;
    if (context.pair_features != nullptr) {
      known = context.pair_features->find(pair.a, pair.b);
      if (known.empty()) known = context.pair_features->find(pair.b, pair.a);
    }
    if (known.size() == features.width()) {
      std::copy(known.begin(), known.end(), out.row(i).begin());
    } else {
      missing.push_back(pair);
      place.push_back(i);
    }
  }
  if (missing.empty()) return {};
  DenseMatrix computed;
  SF_TRY(features.compute({view.corpus, missing}, context.threads, *context.sink, computed));
  for (size_t i = 0; i < missing.size(); ++i)
    std::copy(computed.row(i).begin(), computed.row(i).end(), out.row(place[i]).begin());
  return {};
}

}  // namespace standfast
