#include "standfast/result/findings/space_maps.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "standfast/study/record/map_file.h"

namespace standfast::result {
namespace {

// Centres stand in rows kRowStep apart; every second row is moved by half of kStep.
constexpr double kStep = double{kMapScale} / kBinsAcross;
const double kRowStep = kStep * std::sqrt(3.0) / 2;

MapColours by_side(const MapFile& map, const SplitInfo& split) {
  MapColours colours{"side", {"train", "test", "neither"}, std::vector<uint32_t>(map.rows.size(), 2)};
  const auto mark = [&](const RowSet& rows, MapSide side) {
    const auto list = rows.list();
    for (size_t i = 0; i < map.rows.size(); ++i)
      if (std::ranges::binary_search(list, map.rows[i])) colours.of[i] = static_cast<uint32_t>(side);
  };
  colours.by_share = true;
  mark(split.first_train, MapSide::train);
  mark(split.first_test, MapSide::test);
  if (std::ranges::count(colours.of, 2U) == 0) colours.names.pop_back();
  return colours;
}

MapColours by_class(const MapFile& map, const CorpusInfo& corpus) {
  MapColours colours{"class", corpus.classes, map.class_of};
  const auto none = static_cast<uint32_t>(corpus.classes.size());
  for (uint32_t& of : colours.of) of = std::min(of, none);
  if (std::ranges::count(colours.of, none) > 0) colours.names.emplace_back("no class");
  return colours;
}

MapColours by_cluster(const MapFile& map, const ClusterInfo& clusters) {
  const auto none = static_cast<uint32_t>(clusters.rows.size());
  MapColours colours{"cluster", {}, std::vector<uint32_t>(map.rows.size(), none)};
  for (uint32_t k = 0; k < none; ++k) {
    colours.names.push_back(std::to_string(k));
    for (const uint32_t row : clusters.rows[k])
      if (const auto at = std::ranges::lower_bound(map.rows, row); at != map.rows.end() && *at == row)
        colours.of[static_cast<size_t>(at - map.rows.begin())] = k;
  }
  if (std::ranges::count(colours.of, none) > 0) colours.names.emplace_back("none");
  std::vector<double> x(none, 0), y(none, 0), n(none, 0);
  for (size_t i = 0; i < map.rows.size(); ++i) {
    if (colours.of[i] == none) continue;
    x[colours.of[i]] += map.x[i];
    y[colours.of[i]] += map.y[i];
    ++n[colours.of[i]];
  }
  for (uint32_t k = 0; k < none; ++k)
    colours.centres.push_back(n[k] > 0 ? std::optional(std::pair(x[k] / n[k], y[k] / n[k])) : std::nullopt);
  return colours;
}

}  // namespace

double bin_radius() {
  return kStep / std::sqrt(3.0);
}

std::vector<MapBin> hexagons(const std::vector<uint16_t>& x, const std::vector<uint16_t>& y,
                             const std::vector<MapColours>& colours) {
  std::map<std::pair<long, long>, std::vector<size_t>> points;  // by row, then place in the row
  for (size_t i = 0; i < x.size(); ++i) {
    // The nearest centre is in one of the two rows around the point.
    double least = 0;
    std::pair<long, long> nearest;
    const auto above = static_cast<long>(std::floor(y[i] / kRowStep));
    for (const long row : {above, above + 1}) {
      const double moved = row % 2 == 0 ? 0 : 0.5;
      const long place = std::lround(x[i] / kStep - moved);
      const double dx = x[i] - (static_cast<double>(place) + moved) * kStep,
                   dy = y[i] - static_cast<double>(row) * kRowStep, distance = dx * dx + dy * dy;
      if (row == above || distance < least) {
        least = distance;
        nearest = {row, place};
      }
    }
    points[nearest].push_back(i);
  }
  // By colours, then group: how much a point counts.
  std::vector<std::map<uint32_t, double>> weights;
  for (const auto& by : colours) {
    auto& weight = weights.emplace_back();
    for (const uint32_t group : by.of) ++weight[group];
    for (auto& [group, n] : weight) n = by.by_share ? 1 / n : 1;
  }
  std::vector<MapBin> bins;
  for (const auto& [at, inside] : points) {
    MapBin bin;
    bin.x = (static_cast<double>(at.second) + (at.first % 2 == 0 ? 0 : 0.5)) * kStep;
    bin.y = static_cast<double>(at.first) * kRowStep;
    bin.n = inside.size();
    for (size_t by = 0; by < colours.size(); ++by) {
      std::map<uint32_t, uint64_t> counts;
      for (const size_t i : inside) ++counts[colours[by].of[i]];
      MapBin::Most most;
      double most_weight = 0;
      for (const auto& [group, n] : counts)
        if (const double weight = static_cast<double>(n) * weights[by].at(group); weight > most_weight) {
          most = {group, n};
          most_weight = weight;
        }
      bin.most.push_back(most);
    }
    bins.push_back(std::move(bin));
  }
  return bins;
}

std::vector<SpaceMap> space_maps(const RunRecords& run, size_t corpus) {
  std::vector<SpaceMap> maps;
  for (size_t c = 0; c < run.conditions.size(); ++c) {
    if (run.conditions[c].side != kTestSide) continue;
    const auto split = std::ranges::find_if(run.splits, [&](const SplitInfo& one) {
      return one.corpus == run.corpora[corpus].name && one.condition == run.conditions[c].name;
    });
    if (split == run.splits.end()) continue;
    const auto found = run.maps.find(split->space);
    if (found == run.maps.end() || found->second.rows.empty() || split->first_test.empty()) continue;
    const MapFile& info = found->second;
    SpaceMap map{c, split->seed, info.space, info.method, info.documents, info.ids, info.x, info.y, {}, {}};
    for (size_t i = map.ids.size(); i < info.rows.size(); ++i)
      map.ids.push_back(fmt::format("document {}", info.rows[i] + 1));
    map.colours.push_back(by_side(info, *split));
    if (!info.class_of.empty() && !run.corpora[corpus].classes.empty())
      map.colours.push_back(by_class(info, run.corpora[corpus]));
    if (split->clusters) map.colours.push_back(by_cluster(info, *split->clusters));
    map.bins = hexagons(map.x, map.y, map.colours);
    maps.push_back(std::move(map));
  }
  return maps;
}

namespace {

ClusterComposition composition_of(const SplitInfo& split, size_t condition) {
  ClusterComposition found{condition, split.seed, split.clusters->classes, {}, 0, 0};
  for (uint32_t k = 0; k < split.clusters->counts.size(); ++k) {
    const auto &counts = split.clusters->counts[k], &tested = split.clusters->tested[k];
    ClusterOfSplit one{k, {counts.begin(), counts.end()}, {tested.begin(), tested.end()}, 0, 0};
    one.documents = std::accumulate(one.counts.begin(), one.counts.end(), uint64_t{0});
    one.in_test = std::accumulate(one.tested.begin(), one.tested.end(), uint64_t{0});
    found.documents += one.documents;
    found.in_test += one.in_test;
    found.clusters.push_back(std::move(one));
  }
  std::ranges::stable_sort(found.clusters, [](const ClusterOfSplit& a, const ClusterOfSplit& b) {
    // a.in_test / a.documents > b.in_test / b.documents, without division.
    const uint64_t left = a.in_test * b.documents, right = b.in_test * a.documents;
    return left != right ? left > right : a.documents > b.documents;
  });
  return found;
}

}  // namespace

std::vector<ClusterComposition> cluster_compositions(const RunRecords& run, size_t corpus) {
  std::vector<ClusterComposition> all;
  for (size_t c = 0; c < run.conditions.size(); ++c)
    for (const auto& split : run.splits)
      if (split.corpus == run.corpora[corpus].name && split.condition == run.conditions[c].name &&
          run.conditions[c].side == kTestSide && split.clusters)
        all.push_back(composition_of(split, c));
  return all;
}

}  // namespace standfast::result
