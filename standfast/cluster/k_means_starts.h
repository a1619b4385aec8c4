// Where k-means starts: points that are far from each other (greedy k-means++; Arthur, Vassilvitskii 2007, SODA).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "standfast/base/rng.h"
#include "standfast/cluster/centred_points.h"

namespace standfast {

// The number of points that each step draws for k centres; the best of them is taken. As in scikit-learn: 2 + ln k.
uint32_t start_candidates(uint32_t k);

// Start s of a run draws from Rng(seed, kStartStreams, s).
inline constexpr std::string_view kStartStreams = "cluster/k-means";

// k points. The first is drawn evenly. Each further step draws `candidates` points with chances by their squared
// distance to the nearest point that was taken, and takes the one after which the sum of these squares is least
// (the first of equals). So the first m of k points are those of a start with m. Fewer than k points: there are no
// more distinct ones.
std::vector<uint32_t> k_means_start(const CentredPoints& points, uint32_t k, uint32_t candidates, Rng& rng,
                                    int threads);

}  // namespace standfast
