// Distances of neighbour search.
#pragma once

#include <cstdint>

namespace standfast {

enum class NeighbourMetric : uint8_t {
  cosine,     // 1 - cosine, 0 to 2; a point of zeros has cosine 0 with all
  euclidean,  // not squared
};

}  // namespace standfast
