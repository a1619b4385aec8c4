// Starting points of k-means, far from each other (greedy k-means++; Arthur, Vassilvitskii 2007, SODA).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "standfast/base/rng.h"
#include "standfast/cluster/centred_points.h"

namespace standfast {

// Returns the number of candidates that each step draws for k centres: 2 + ln k, as in scikit-learn. The best
// is taken.
uint32_t start_candidates(uint32_t k);

// Name of the random streams: start s of a run draws from Rng(seed, kStartStreams, s).
inline constexpr std::string_view kStartStreams = "cluster/k-means";

// Chooses k points by greedy k-means++. The first is drawn uniformly. Each further step draws `candidates`
// points with probabilities proportional to the squared distance to the nearest chosen point, and takes the
// one after which the sum of these squares is least (the first of equals). So the first m of k points are the
// start for m. Returns fewer than k points if there are not enough distinct ones.
std::vector<uint32_t> k_means_start(const CentredPoints& points, uint32_t k, uint32_t candidates, Rng& rng,
                                    int threads);

}  // namespace standfast
