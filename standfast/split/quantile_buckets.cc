#include "standfast/split/quantile_buckets.h"

#include <map>
#include <optional>

namespace standfast {

std::vector<uint32_t> quantile_buckets(std::span<const uint32_t> rows, const std::vector<double>& values,
                                       uint32_t wanted) {
  std::map<double, uint64_t> documents;
  for (const uint32_t row : rows) ++documents[values[row]];
  std::map<double, uint32_t> bucket_of;
  uint64_t before = 0;
  uint32_t bucket = 0;
  std::optional<uint64_t> quantile;
  for (const auto& [value, n] : documents) {
    const uint64_t here = wanted == 0 ? before : before * wanted / rows.size();
    if (quantile && here != *quantile) ++bucket;
    quantile = here;
    bucket_of[value] = bucket;
    before += n;
  }
  std::vector<uint32_t> buckets;
  for (const uint32_t row : rows) buckets.push_back(bucket_of.at(values[row]));
  return buckets;
}

}  // namespace standfast
