// Resamples that several bootstraps over equally many units share, drawn once.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace standfast {

struct ResampleOptions;

// Draws of each unit in each resample: resample r has bytes [r * units, (r + 1) * units).
using Counts = std::shared_ptr<const std::vector<uint8_t>>;

// A store of draws that several threads may use.
class ResampleCounts {
 public:
  // Returns the draws, which are made on the first call. Null for other numbers or another seed than then,
  // and if they would take more than kMost bytes: such a bootstrap draws its own, which are the same.
  Counts of(uint32_t units, const ResampleOptions& options);

  static constexpr uint64_t kMost = uint64_t{64} << 20;

 private:
  std::mutex mutex_;
  uint32_t units_ = 0, resamples_ = 0;
  uint64_t seed_ = 0;
  Counts counts_;
};

}  // namespace standfast
