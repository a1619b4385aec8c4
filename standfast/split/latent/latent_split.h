// The common part of Closest-Split and Subset-Sum-Split: quotas, a clustering chosen among many, a test side
// of whole clusters that is completed up to the quotas, and the description of the split. The methods follow
// Züfle, Dankers and Titov 2023, "Latent Feature-based Data Splits to Improve Generalisation Evaluation"
// (GenBench; arXiv 2311.10236), generalized to any number of classes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "standfast/base/option_table.h"
#include "standfast/split/folds.h"
#include "standfast/split/latent/cluster_choice.h"
#include "standfast/split/latent/latent_documents.h"
#include "standfast/split/ninth_validation.h"
#include "standfast/split/splitter.h"

namespace standfast {

inline constexpr const char* kLatentCitation =
    "Züfle, Dankers and Titov 2023 (latent feature-based data splits; GenBench, arXiv 2311.10236)";

struct LatentOptions {
  double test = 0.1;
  std::vector<std::string> class_order = {}, class_ratios = {};
  bool centre = false;
  ClusterSweep sweep = {};
  NinthValidationOptions ninth = {};
  TrainSide train_side = {};
};
OptionTable<LatentOptions> latent_table();

// Documents that complete the test side up to its quotas, as places. `from` names their source for the note:
// "nearest ...".
struct Added {
  std::vector<uint32_t> places;
  std::string from;
};

struct LatentMethod {
  std::string name;  // of the splitter
  // Picks the test clusters of a clustering, within the quotas.
  std::function<Result<std::vector<uint32_t>>(const LatentDocuments&, const std::vector<uint32_t>& quotas,
                                              const Clustering&)>
      pick;
  // Completes the test side. test: the places of the chosen clusters, ascending.
  std::function<Result<Added>(const LatentDocuments&, const ClusterChoice&,
                              const std::vector<uint32_t>& test)>
      fill;
  std::string reason;  // a sentence after the sizes that says what the split keeps apart
};

Result<Split> latent_split(const LatentMethod& method, const LatentOptions& options, const Options& recorded,
                           const Corpus& corpus, const Sample& sample, const SplitContext& context);

}  // namespace standfast
