#include "standfast/study/record/map_file.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/parse_json.h"
#include "standfast/corpus/column.h"
#include "standfast/study/record/marker.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kMapSchema = "standfast-map/1";

}  // namespace

void put_on_scale(const DenseMatrix& plane, MapFile& map) {
  double low[2] = {plane.row(0)[0], plane.row(0)[1]}, high[2] = {low[0], low[1]};
  for (size_t i = 0; i < plane.rows; ++i)
    for (size_t k = 0; k < 2; ++k) {
      low[k] = std::min(low[k], plane.row(i)[k]);
      high[k] = std::max(high[k], plane.row(i)[k]);
    }
  const double side = std::max(high[0] - low[0], high[1] - low[1]);
  const auto scaled = [&](size_t i, size_t k) {
    const double share = side > 0 ? (plane.row(i)[k] - low[k]) / side : 0.5;
    return static_cast<uint16_t>(std::lround(share * (kMapScale - 1)));
  };
  for (size_t i = 0; i < plane.rows; ++i) {
    map.x.push_back(scaled(i, 0));
    map.y.push_back(scaled(i, 1));
  }
}

std::string map_text(const MapFile& map) {
  Json json = {{"schema", kMapSchema}, {"corpus", map.corpus},       {"space", map.space},
               {"method", map.method}, {"documents", map.documents}, {"rows", map.rows},
               {"ids", map.ids}};
  if (!map.class_of.empty()) {
    json["classes"] = map.classes;
    json["class"] = Json::array();
    for (const uint32_t c : map.class_of) json["class"].push_back(c == kMissing ? Json(nullptr) : Json(c));
  }
  json["x"] = map.x;
  json["y"] = map.y;
  return file_text(json);
}

Result<MapFile> read_map(const std::string& path) {
  SF_ASSIGN(const std::string text, read_file(path));
  const Json json = json_or_discarded<Json>(text);
  if (json.is_discarded() || !json.is_object()) return data_error(path + ": not a JSON object");
  MapFile map;
  SF_TRY(take_apart(path, [&] {
    json.at("corpus").get_to(map.corpus);
    json.at("space").get_to(map.space);
    json.at("method").get_to(map.method);
    json.at("documents").get_to(map.documents);
    json.at("rows").get_to(map.rows);
    json.at("ids").get_to(map.ids);
    json.at("x").get_to(map.x);
    json.at("y").get_to(map.y);
    if (!json.contains("class")) return;
    json.at("classes").get_to(map.classes);
    for (const Json& c : json.at("class")) map.class_of.push_back(c.is_null() ? kMissing : c.get<uint32_t>());
  }));
  const size_t n = map.rows.size();
  const auto beyond = [](const std::vector<uint16_t>& places) {
    return std::ranges::any_of(places, [](uint16_t place) { return place >= kMapScale; });
  };
  if (n == 0) return unreadable_part(path, "no rows");
  if (map.ids.size() != n || map.x.size() != n || map.y.size() != n ||
      (!map.class_of.empty() && map.class_of.size() != n))
    return unreadable_part(path, fmt::format("{} rows, but not as many ids, places or classes", n));
  const bool ascending = std::ranges::adjacent_find(map.rows, std::greater_equal<>()) == map.rows.end();
  if (!ascending || beyond(map.x) || beyond(map.y) ||
      std::ranges::any_of(map.class_of, [&](uint32_t c) { return c != kMissing && c >= map.classes.size(); }))
    return unreadable_part(
        path, "rows that are not ascending, places beyond the map, or classes that it does not name");
  return map;
}

}  // namespace standfast
