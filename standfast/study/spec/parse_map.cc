// map = "umap" or [map] method = "umap", points = 5000 of a study.
#include <fmt/format.h>

#include "standfast/study/spec/parse_parts.h"

namespace standfast {
namespace {

// Two numbers a document, whatever the default of the method.
Result<ComponentSpec> to_a_plane(const TableReader& reader, const std::string& method, PlacedOptions given,
                                 const StudyCatalogs& catalogs) {
  SF_ASSIGN(ComponentSpec reduction,
            reader.resolve(*catalogs.reductions, method, std::move(given), {{"components", int64_t{2}}}));
  if (reduction.options.integer("components") != 2)
    return reader.fail_here("map: a map has two components; leave components out");
  return reduction;
}

}  // namespace

Status parse_map(TableReader& top, const std::string& file, const StudyCatalogs& catalogs, StudySpec& study) {
  const TomlValue* value = top.take("map");
  if (value == nullptr) return {};
  MapSpec map;
  if (const auto* name = std::get_if<std::string>(&value->value)) {
    SF_ASSIGN(map.reduction, to_a_plane(top, *name, {{}, {}, value->line}, catalogs));
    study.map = std::move(map);
    return {};
  }
  const auto* table = std::get_if<TomlTable>(&value->value);
  if (table == nullptr) return top.wrong_type("map", *value, "a name such as \"umap\" or a table [map]");
  TableReader inner(*table, value->line, file, "map");
  SF_ASSIGN(const std::string method, inner.text("method", "umap"));
  SF_ASSIGN(map.seed, inner.count("seed", 0));
  SF_ASSIGN(map.points, inner.count("points", kMostMapPoints));
  if (map.points < 3 || map.points > kMostMapPoints)
    return inner.fail_here(fmt::format("map: points = {}: choose 3 to {}", map.points, kMostMapPoints));
  SF_ASSIGN(auto given, inner.rest());
  SF_ASSIGN(map.reduction, to_a_plane(inner, method, std::move(given), catalogs));
  study.map = std::move(map);
  return {};
}

Status check_map(TableReader& top, const StudySpec& study) {
  if (!study.map || std::ranges::any_of(study.conditions, [](const auto& c) { return c.space.has_value(); }))
    return {};
  return top.fail_at(
      top.take("map")->key_line,
      "map: no condition has a space, so there is nothing to map; give one a space, or leave map out");
}

}  // namespace standfast
