#include "standfast/feature/reduction/pca_reduction.h"

#include "standfast/feature/reduction/singular_directions.h"

namespace standfast {
namespace {

class PcaReduction final : public Reduction {
 public:
  explicit PcaReduction(const SvdOptions& options) : options_(options) {}

  Result<DenseMatrix> reduce(const Encoded& encoded, const ReductionContext& context) const override {
    return along_singular_directions("pca", encoded, options_, context);
  }

 private:
  SvdOptions options_;
};

}  // namespace

ReductionCatalog::Entry pca_reduction() {
  const auto table = singular_options(true);
  return {.name = "pca",
          .summary = "Principal components: the directions in which vectors vary most around their mean.",
          .citation = "Hotelling 1933; Halko, Martinsson and Tropp 2011 (randomized SVD)",
          .traits = {},
          .options = table,
          .make = made_as<Reduction, PcaReduction>(table)};
}

}  // namespace standfast
