// Completion of the test side in Subset-Sum-Split: documents of one more cluster, drawn at random class by
// class, or documents of all remaining clusters if no single one has enough (Züfle, Dankers, Titov 2023).
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
  first_two_classes,  // as in the released code, which ignores a third class when it compares clusters
};
enum class FillDraw : uint8_t {
  standfast,
  numpy_legacy,  // as in the released code: always seed 42, a permutation for each class in turn
};

struct FillOptions {
  FillerSize filler_size = FillerSize::all_classes;
  FillDraw generator = FillDraw::standfast;
};
OptionTable<FillOptions> fill_table();

struct Fill {
  std::vector<uint32_t> places;     // as many documents of each class as are missing
  std::optional<uint32_t> cluster;  // their cluster; nothing: they come from all clusters that are not tested
};
// Draws the missing documents from the smallest unchosen cluster that has enough documents of every class,
// the one with the lower number in a tie. Gaps of 0 give an empty result.
Fill draw_fill(const Corpus& corpus, const LatentDocuments& documents, const ClusterChoice& choice,
               const FillOptions& options, uint64_t seed);

}  // namespace standfast
