// Output of `standfast cluster`, for all clustering methods.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/args.h"
#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/mapped_file.h"
#include "standfast/base/result.h"
#include "standfast/cluster/mini_batch.h"

namespace standfast::cli {

// The clustering for one k.
struct Clustered {
  uint32_t k = 0;
  double inertia = 0;
  uint32_t iterations = 0;  // or steps
  uint64_t smallest = 0, largest = 0;
  bool converged = false;
  std::vector<uint32_t> cluster_of;  // by row of the file; empty: not asked for
};

struct ClusteredPoints {
  size_t rows = 0, columns = 0;
  std::vector<Clustered> all;
};

// A CSV file with the id of each document (its row if there are no ids) and a column for each k.
class ClusterTable {
 public:
  static Result<ClusterTable> create(const std::string& path, const std::vector<std::string>& ids,
                                     std::span<const uint32_t> ks);
  // Adds a row; rows must come in order.
  Status add(size_t row, std::span<const uint32_t> clusters);
  Status commit() { return file_.commit(); }

 private:
  ClusterTable(OutputFile file, const std::vector<std::string>& ids) : file_(std::move(file)), ids_(&ids) {}
  OutputFile file_;
  const std::vector<std::string>* ids_;  // must outlive the table
};

// Returns the results as JSON. how: the method, with its options.
nlohmann::ordered_json clusters_json(const ClusteredPoints& points, const nlohmann::ordered_json& how);
// Returns the results for a terminal. method: "k-means". unsettled: what ended a clustering that is marked
// with *.
std::string clusters_text(const ClusteredPoints& points, const std::string& method,
                          const std::string& unsettled);

// The flags of mini-batch k-means, which clusters a file of vectors without reading it into memory.
struct MiniBatchArgs {
  bool on = false;
  std::string preset;
  std::map<std::string, OptionValue> settings;

  void declare(Args& args);
  // Returns the options. A wrong option, or an option without --mini-batch, is a usage error.
  Result<MiniBatchOptions> options() const;
};

// The rows of a .npy file of float32 and their ids, from `vectors.ids.txt` beside it if that file exists.
// Rows are read when they are used.
struct MappedVectors {
  MappedFile file;
  MatrixView<const float> rows;
  std::vector<std::string> ids;  // empty if there are none
};
// Maps the file. Returns nothing if it is no such table: it must then be read into memory, and a message says
// so if it is a .npy file.
Result<std::optional<MappedVectors>> map_vectors(const std::string& path);

// A function that clusters the points and calls add(row, its cluster for each k) for each row in order.
using AddClusters = std::function<Status(size_t row, std::span<const uint32_t> clusters)>;
Result<std::vector<Clustered>> mini_batch_clustered(const MatrixView<const float>& points,
                                                    const std::vector<uint32_t>& ks,
                                                    const MiniBatchOptions& options, const MiniBatchRun& run,
                                                    const AddClusters& add);

}  // namespace standfast::cli
