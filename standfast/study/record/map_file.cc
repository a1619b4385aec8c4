#include "standfast/study/record/map_file.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "standfast/corpus/column.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

// Returns the problem of a map whose places, or whose indices of classes, are out of range (map_file.h), or
// "".
std::string objection_to_map(const MapFile& map) {
  const size_t n = map.rows.size();
  if (n == 0) return "no rows";
  if (map.ids.size() != n || map.x.size() != n || map.y.size() != n ||
      (!map.class_of.empty() && map.class_of.size() != n))
    return fmt::format("{} rows, but not as many ids, places or classes", n);
  const auto beyond = [](uint16_t place) { return place >= kMapScale; };
  const auto unnamed = [&](uint32_t c) { return c != kMissing && c >= map.classes.size(); };
  if (std::ranges::adjacent_find(map.rows, std::greater_equal<>()) != map.rows.end() ||
      std::ranges::any_of(map.x, beyond) || std::ranges::any_of(map.y, beyond) ||
      std::ranges::any_of(map.class_of, unnamed))
    return "rows that are not ascending, places beyond the map, or classes that it does not name";
  return "";
}

FieldTable<MapFile> fields_of_map() {
  using M = MapFile;
  const auto has_classes = [](const M& map) { return !map.class_of.empty(); };
  FieldTable<M> fields;
  fields.constant("schema", "standfast-map/1");
  fields.add("corpus", &M::corpus);
  fields.add("space", &M::space);
  fields.add("method", &M::method);
  fields.add("documents", &M::documents);
  fields.add("rows", &M::rows);
  fields.add("ids", &M::ids);
  fields.add("classes", &M::classes).only_if(has_classes);
  fields
      .add_as(
          "class",
          [](const M& map) {
            Json list = Json::array();
            for (const uint32_t c : map.class_of) list.push_back(c == kMissing ? Json(nullptr) : Json(c));
            return list;
          },
          [](const Json& list, M& map) {
            for (const Json& c : list) map.class_of.push_back(c.is_null() ? kMissing : c.get<uint32_t>());
          })
      .only_if(has_classes);
  fields.add("x", &M::x);
  fields.add("y", &M::y);
  fields.require(objection_to_map);
  return fields;
}

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

const FieldTable<MapFile>& map_fields() {
  static const auto fields = fields_of_map();
  return fields;
}

}  // namespace standfast
