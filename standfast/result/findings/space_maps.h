// Maps of spaces with what a split made of their documents, as points and in bins.
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
  // The mean place of the points of each group; of clusters only, else empty. Nothing for a group without points.
  std::vector<std::optional<std::pair<double, double>>> centres = {};
  // A bin has the group of which the largest share lies in it, not the one with most points there. For sides: a test side
  // of a tenth would be the larger part almost nowhere.
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

// Each point in the hexagon whose centre is nearest (Carr, Littlefield, Nicholson, Littlefield 1987, Scatterplot matrix
// techniques for large N, JASA 82). By y, then x; only bins with points. Their n add up to the number of points.
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

// By condition; nothing where the run has no maps.
std::vector<SpaceMap> space_maps(const RunRecords& run, size_t corpus);

// What the clusters of a latent split hold, class by class, and which of them the first fold tests.
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

// By condition, then seed; of the splits that say what their clusters are.
std::vector<ClusterComposition> cluster_compositions(const RunRecords& run, size_t corpus);

}  // namespace standfast::result
