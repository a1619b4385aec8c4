// Comparison of several systems on the same pairs, with their ties: values and differences with intervals
// from one bootstrap, p-values of paired permutation tests, Holm's correction over all pairs of systems.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "standfast/metric/resample/bootstrap.h"
#include "standfast/metric/stat/estimate.h"

namespace standfast {

// Items that all systems have answered, with the units of resampling.
struct ComparedItems {
  std::span<const uint8_t> same;
  // Authors, as codes below `authors`; items that share authors, directly or through others, are then swapped
  // together. If empty, items are independent.
  std::span<const uint32_t> author_a, author_b;
  uint32_t authors = 0;
};

struct CompareOptions {
  size_t metric = 0;              // place in metric_names(profile)
  double confidence = 0.95;       // of intervals; systems with a corrected p above 1 - confidence are tied
  ResampleOptions resampling;     // 0 resamples: no intervals
  uint32_t permutations = 10000;  // 0: p is computed from the bootstrap
  std::function<void(size_t done, size_t all)> progress = {};  // in pairs of systems
};

struct ComparedSystem {
  size_t place = 0;  // among those given
  Estimate estimate;
};

struct ComparedPair {
  size_t a = 0, b = 0;  // places in Comparison::systems; the first is not worse in this sample
  Difference difference;
  std::optional<double> p, p_holm;
  // Returns whether the two are tied; nothing if the metric cannot be compared on these items.
  std::optional<bool> tied(double confidence) const {
    return p_holm ? std::optional(*p_holm > 1 - confidence) : std::nullopt;
  }
};

struct Comparison {
  std::vector<ComparedSystem> systems;  // by descending value
  std::vector<ComparedPair> pairs;      // by descending difference
  uint32_t units = 0;                   // resampled
  uint32_t groups = 0;                  // swapped
  // False: p is computed from the bootstrap, because there are few groups or no permutations were asked for.
  bool permutation = true;
};

// Compares systems. scores: by system, then item, in [0, 1]. At least two systems.
Comparison compare_systems(const MetricProfile& profile, const ComparedItems& items,
                           std::span<const std::vector<double>> scores, const CompareOptions& options);

}  // namespace standfast
