// Pair features on disk: written once for each corpus and model, mapped by every worker, looked up by ordered
// pair.
//
// Little endian: "SFPAIRS1", u64 width, u64 pairs, then pairs x (u32 a, u32 b) ascending, then pairs x width
// doubles. All parts are multiples of 8 bytes, so there is no padding. This is a format of the run folder,
// not for exchange: the version is in the key.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "standfast/base/mapped_file.h"
#include "standfast/base/result.h"
#include "standfast/corpus/pairs.h"
#include "standfast/model/verify/verifier.h"

namespace standfast {

// Writes the features. pairs: ascending by (a, b), distinct; features: pairs.size() x width.
Status write_features(const std::string& path, std::span<const Pair> pairs, const DenseMatrix& features);

class FeaturesFile final : public PairFeatureTable {
 public:
  static Result<std::unique_ptr<FeaturesFile>> open(const std::string& path);

  std::span<const double> find(uint32_t a, uint32_t b) const override;  // O(log pairs)
  uint64_t size() const { return keys_.size(); }
  uint64_t width() const { return width_; }

 private:
  explicit FeaturesFile(MappedFile file) : file_(std::move(file)) {}
  MappedFile file_;
  uint64_t width_ = 0;
  std::span<const std::array<uint32_t, 2>> keys_;
  std::span<const double> values_;
};

}  // namespace standfast
