#include "standfast/feature/reduction/reduction.h"
#include "standfast/feature/reduction/reductions.h"

namespace standfast {

// To add a reduction: write its file, a line here, and its test.
const ReductionCatalog& reductions() {
  static const ReductionCatalog catalog("reduction", {svd_reduction(), pca_reduction(), umap_reduction()});
  return catalog;
}

std::vector<TraitLine> describe(const ReductionTraits& t) {
  return trait_lines<ReductionTraits>(TraitLine{"deterministic", "the seed has no effect", t.deterministic});
}

}  // namespace standfast
