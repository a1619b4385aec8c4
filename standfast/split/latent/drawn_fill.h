// How Subset-Sum-Split fills its test side: with documents of one more cluster, drawn at random class by class, or
// of all clusters that are left if no single one has enough (Züfle, Dankers, Titov 2023).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "standfast/base/option_table.h"
#include "standfast/split/latent/cluster_choice.h"

namespace standfast {

enum class FillerSize : uint8_t {
  all_classes,
  first_two_classes,  // as the released code compares clusters, which forgets a third class
};
enum class FillDraw : uint8_t {
  standfast,
  numpy_legacy,  // as the released code: seed 42 always, a permutation for each class in turn
};

struct FillOptions {
  FillerSize filler_size = FillerSize::all_classes;
  FillDraw generator = FillDraw::standfast;
};
OptionTable<FillOptions> fill_table();

struct Fill {
  std::vector<uint32_t> places;     // as many of each class as it lacks
  std::optional<uint32_t> cluster;  // where they come from; nothing: from all clusters that are not tested
};
// The smallest cluster beside the chosen ones that has as many documents of every class as are lacking; of equal ones
// the one with the lower number. gaps of 0 give nothing.
Fill draw_fill(const Corpus& corpus, const LatentDocuments& documents, const ClusterChoice& choice,
               const FillOptions& options, uint64_t seed);

}  // namespace standfast
