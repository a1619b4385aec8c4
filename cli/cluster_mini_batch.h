// The flags of mini-batch k-means, and a file of vectors that is clustered where it lies.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/args.h"
#include "cli/cluster_results.h"
#include "standfast/base/mapped_file.h"
#include "standfast/cluster/mini_batch.h"

namespace standfast::cli {

struct MiniBatchArgs {
  bool on = false;
  std::string preset;
  std::map<std::string, OptionValue> settings;

  void declare(Args& args);
  // A usage error for a wrong option, or for options without --mini-batch.
  Result<MiniBatchOptions> options() const;
};

// The rows of a .npy file of float32 and their ids, from `vectors.ids.txt` beside it if that is there. Rows are read
// when they are used.
struct MappedVectors {
  MappedFile file;
  MatrixView<const float> rows;
  std::vector<std::string> ids;  // empty: there are none
};
// Nothing if the file is no such table: then it must be read into memory, which is said if it is a .npy file.
Result<std::optional<MappedVectors>> map_vectors(const std::string& path);

// Clusters the points, and calls add(row, its cluster for each k) for each row in order.
using AddClusters = std::function<Status(size_t row, std::span<const uint32_t> clusters)>;
Result<std::vector<Clustered>> mini_batch_clustered(const MatrixView<const float>& points,
                                                    const std::vector<uint32_t>& ks,
                                                    const MiniBatchOptions& options, const MiniBatchRun& run,
                                                    const AddClusters& add);

}  // namespace standfast::cli
