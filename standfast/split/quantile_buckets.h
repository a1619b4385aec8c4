// Documents in buckets by a number of theirs, such as their length: each bucket is a quantile.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace standfast {

// The bucket of each of `rows`, in their order: that of the quantile where its value begins, so that equal values stay
// together. With 0 buckets every value is one. Buckets are numbered from 0 in the order of values; there are at most
// `wanted`. values: by row of the corpus; those of `rows` are numbers. Does not depend on the order of rows.
std::vector<uint32_t> quantile_buckets(std::span<const uint32_t> rows, const std::vector<double>& values,
                                       uint32_t wanted);

}  // namespace standfast
