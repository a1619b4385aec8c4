// A map by UMAP (cluster/umap/umap.h): near documents stay near; distances between far documents mean little.
#include <fmt/format.h>

#include "standfast/base/option_table.h"
#include "standfast/cluster/umap/umap.h"
#include "standfast/feature/encoder/float_vectors.h"
#include "standfast/feature/reduction/reduction.h"
#include "standfast/feature/reduction/reductions.h"

namespace standfast {
namespace {

class UmapReduction final : public Reduction {
 public:
  explicit UmapReduction(const UmapOptions& options) : options_(options) {}

  Result<DenseMatrix> reduce(const Encoded& encoded, const ReductionContext& context) const override {
    SF_TRY(not_too_many("umap", options_.components, encoded));
    SF_ASSIGN(const FloatMatrix points, float_vectors(encoded));
    UmapOptions options = options_;
    options.seed = context.seed;
    options.threads = context.threads;
    options.sink = context.sink;
    SF_ASSIGN(const FloatMatrix map, umap(points, options));
    DenseMatrix out(map.rows, map.columns);
    std::ranges::copy(map.data, out.data.begin());
    return out;
  }

 private:
  UmapOptions options_;
};

OptionTable<UmapOptions> umap_options() {
  OptionTable<UmapOptions> table;
  table.add("components", &UmapOptions::components, "numbers that are left of each vector").between(1, 1000);
  table
      .add("neighbours", &UmapOptions::neighbours,
           "nearest documents that count, with the document itself; more show more of the whole and less "
           "detail")
      .between(2, 1000);
  table
      .add("min-dist", &UmapOptions::min_dist,
           "distance on the map below which documents count as neighbours in full; 0 packs them closest")
      .between(0, 100);
  table
      .add("spread", &UmapOptions::spread,
           "how slowly documents count less beyond min-dist; the scale of the map")
      .above(0)
      .at_most(100);
  table.words("metric", &UmapOptions::metric,
              {{"euclidean", NeighbourMetric::euclidean}, {"cosine", NeighbourMetric::cosine}},
              "distance of vectors: euclidean, or cosine (1 - cosine)");
  table.words("start", &UmapOptions::start,
              {{"spectral", UmapStart::spectral}, {"random", UmapStart::random}},
              "where the map begins: spectral (eigenvectors of the graph of neighbours) or random");
  table.add("epochs", &UmapOptions::epochs, "rounds of steps; 0: 500 for at most 10,000 documents, else 200")
      .between(0, 100'000);
  table
      .add("negatives", &UmapOptions::negatives,
           "documents drawn at random that push, for each neighbour that pulls")
      .between(0, 1000);
  table.add("learning-rate", &UmapOptions::learning_rate, "length of the first steps; it falls to 0")
      .above(0)
      .at_most(100);
  table.add("repulsion", &UmapOptions::repulsion, "weight of what pushes").between(0, 1000);
  table.require([](const UmapOptions& o) {
    return o.min_dist > o.spread
               ? fmt::format("min-dist = {}: it is at most spread = {}", o.min_dist, o.spread)
               : std::string();
  });
  table.preset(
      "latent-feature-splits",
      "before k-means of latent feature splits (Züfle, Dankers, Titov 2023): min-dist 0, cosine, random "
      "start; their seed is 42",
      {{"neighbours", int64_t{15}},
       {"min-dist", 0.0},
       {"metric", std::string("cosine")},
       {"start", std::string("random")}});
  return table;
}

}  // namespace

ReductionCatalog::Entry umap_reduction() {
  const auto table = umap_options();
  return {.name = "umap",
          .summary = "A map by UMAP: near documents stay near. Far distances and densities are not kept.",
          .citation = "McInnes, Healy and Melville 2018",
          .traits = {},
          .options = table,
          .make = made_as<Reduction, UmapReduction>(table)};
}

}  // namespace standfast
