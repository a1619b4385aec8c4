#include "standfast/feature/reduction/svd_reduction.h"

#include "standfast/feature/reduction/singular_directions.h"

namespace standfast {
namespace {

class SvdReduction final : public Reduction {
 public:
  explicit SvdReduction(const SvdOptions& options) : options_(options) {}

  Result<DenseMatrix> reduce(const Encoded& encoded, const ReductionContext& context) const override {
    return along_singular_directions("svd", encoded, options_, context);
  }

 private:
  SvdOptions options_;
};

}  // namespace

ReductionCatalog::Entry svd_reduction() {
  const auto table = singular_options(false);
  return {.name = "svd",
          .summary = "Directions of the largest singular values: the nearest vectors of that length.",
          .citation = "Halko, Martinsson and Tropp 2011 (randomized SVD)",
          .traits = {},
          .options = table,
          .make = made_as<Reduction, SvdReduction>(table)};
}

}  // namespace standfast
