// Maps of spaces, coloured by side, class and cluster, as points and in hexagonal bins.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "standfast/result/run/records.h"

namespace standfast::result {

enum class MapSide : uint32_t { train, test, neither };

// One way to colour the points of a map: by side, class or cluster.
struct MapColours {
  std::string by;
  std::vector<std::string> names;  // of the groups
  std::vector<uint32_t> of;        // by point: its group
  // The mean place of the points of each group, for clusters only, else empty. Nothing for a group without
  // points.
  std::vector<std::optional<std::pair<double, double>>> centres = {};
  // True if a bin gets the group of which the largest share lies in it, not the group with most points there.
  // This holds for sides: a test side of a tenth would be the larger part almost nowhere.
  bool by_share = false;
};

// A hexagon of the map with the points in it. Places as in the map: 0 to 4095, y downwards.
struct MapBin {
  double x = 0, y = 0;  // its centre
  uint64_t n = 0;       // points
  struct Most {
    uint32_t group = 0;  // the group with most points, or with the largest share; of equal ones the first
    uint64_t n = 0;      // its points
  };
  std::vector<Most> most;  // by MapColours
};

inline constexpr uint32_t kBinsAcross = 40;  // of a map
double bin_radius();                         // from the centre of a hexagon to its corners

// Bins points into hexagons: each point belongs to the hexagon whose centre is nearest (Carr, Littlefield,
// Nicholson, Littlefield 1987, Scatterplot matrix techniques for large N, JASA 82). Bins are ordered by y,
// then x, and empty ones are left out. Their n add up to the number of points.
std::vector<MapBin> hexagons(const std::vector<uint16_t>& x, const std::vector<uint16_t>& y,
                             const std::vector<MapColours>& colours);

struct SpaceMap {
  size_t condition = 0;  // place in RunRecords
  uint64_t seed = 0;     // of the split: the first of the condition
  std::string space, method;
  uint64_t documents = 0;  // of the space; the points are some of them
  std::vector<std::string> ids;
  std::vector<uint16_t> x, y;
  std::vector<MapColours>
      colours;  // side; class where there are classes; cluster where the split has clusters
  std::vector<MapBin> bins;
};

// Returns the maps by condition; nothing if the run has no maps.
std::vector<SpaceMap> space_maps(const RunRecords& run, size_t corpus);

// A cluster of a latent split: its documents by class, and its share in the test side of the first fold.
struct ClusterOfSplit {
  uint32_t cluster = 0;                  // its number in the split
  std::vector<uint64_t> counts, tested;  // documents by class; of these in the test side
  uint64_t documents = 0, in_test = 0;   // their sums
  bool whole() const { return documents > 0 && in_test == documents; }
};

struct ClusterComposition {
  size_t condition = 0;  // place in RunRecords
  uint64_t seed = 0;
  std::vector<uint32_t> classes;         // places in CorpusInfo::classes; one kNoCode: documents have none
  std::vector<ClusterOfSplit> clusters;  // the most tested first: by share of tested documents, then by size
  uint64_t documents = 0, in_test = 0;
};

// Returns the compositions by condition, then seed, for splits that record their clusters.
std::vector<ClusterComposition> cluster_compositions(const RunRecords& run, size_t corpus);

}  // namespace standfast::result
