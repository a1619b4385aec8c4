#include "standfast/study/plan/unit.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/base/json.h"

namespace standfast {

using Json = nlohmann::ordered_json;

const std::string& Unit::need(const UnitKind& wanted) const {
  static const std::string none;
  const auto found =
      std::find_if(needs.begin(), needs.end(), [&](const Need& n) { return n.kind == &wanted; });
  return found == needs.end() ? none : found->key;
}

std::string Unit::label() const {
  return kind->label(*this);
}

std::string failed_need(const UnitKind& kind, const std::string& reason) {
  return fmt::format("its {} failed: {}", kind.one(), reason);
}

const UnitKind* find_unit_kind(std::string_view name) {
  const auto& kinds = unit_kinds();
  const auto found =
      std::find_if(kinds.begin(), kinds.end(), [&](const auto* k) { return k->name() == name; });
  return found == kinds.end() ? nullptr : *found;
}

Json to_json(const LeftOut& left) {
  return {{"units", left.units}, {"repeat", left.repeat}, {"block", left.block}};
}

LeftOut left_out_from_json(const Json& json) {
  return {json.at("units").get<std::string>(), json.at("repeat").get<uint32_t>(),
          json.at("block").get<uint32_t>()};
}

Json unit_to_json(const Unit& unit) {
  // Objects and lists are made as such. If a null value becomes one while there is no memory, the library of
  // Debian 12 crashes (nlohmann-json 3.11.2).
  Json json = Json::object();
  json["stage"] = unit.stage;
  json["key"] = unit.key;
  json["kind"] = unit.kind->name();
  json["label"] = unit.label();
  json["corpus"] = unit.corpus;
  if (!unit.condition.empty()) json["condition"] = unit.condition;
  if (!unit.model.empty()) json["model"] = unit.model;
  if (!unit.analysis.empty()) json["analysis"] = unit.analysis;
  if (!unit.encoder.empty()) json["encoder"] = unit.encoder;
  const bool drawn = !unit.condition.empty() && unit.encoder.empty();
  if (drawn) json["seed"] = unit.seed;
  if (drawn && !unit.model.empty()) json["fold"] = unit.fold;
  if (unit.trade > 0) json["trade"] = unit.trade;
  if (unit.fit > 0) json["fit"] = unit.fit;
  if (unit.left_out) json["left_out"] = to_json(*unit.left_out);
  Json needs = Json::object();
  for (const auto& need : unit.needs)
    needs.emplace(need.kind->name(), Json::array()).first->push_back(need.key);
  if (!needs.empty()) json["needs"] = std::move(needs);
  if (unit.resources.cores != 1) json["cores"] = unit.resources.cores;
  if (unit.resources.memory > 0) json["memory"] = unit.resources.memory;
  if (unit.resources.devices > 0) json["devices"] = unit.resources.devices;
  return json;
}

Result<Unit> unit_from_json(const Json& json) {
  try {
    const auto kind_named = [](const std::string& name) -> Result<const UnitKind*> {
      if (const UnitKind* kind = find_unit_kind(name)) return kind;
      return data_error(fmt::format("the plan has a unit of kind \"{}\"", name));
    };
    Unit unit;
    SF_ASSIGN(unit.kind, kind_named(json.at("kind").get<std::string>()));
    unit.key = json.at("key").get<std::string>();
    unit.stage = json.at("stage").get<int>();
    unit.corpus = json.at("corpus").get<std::string>();
    unit.condition = json.value("condition", "");
    unit.model = json.value("model", "");
    unit.analysis = json.value("analysis", "");
    unit.encoder = json.value("encoder", "");
    unit.seed = json.value("seed", uint64_t{0});
    unit.fold = json.value("fold", 0U);
    unit.trade = json.value("trade", 0U);
    unit.fit = json.value("fit", 0U);
    if (const auto left = json.find("left_out"); left != json.end())
      unit.left_out = left_out_from_json(*left);
    if (const auto needs = json.find("needs"); needs != json.end())
      for (const auto& [name, keys] : needs->items()) {
        SF_ASSIGN(const UnitKind* kind, kind_named(name));
        for (const auto& key : keys) unit.needs.push_back({kind, key.get<std::string>()});
      }
    unit.resources.cores = json.value("cores", 1);
    unit.resources.memory = json.value("memory", uint64_t{0});
    unit.resources.devices = json.value("devices", 0);
    return unit;
  } catch (const nlohmann::json::exception& error) {
    return data_error(fmt::format("a line of the plan cannot be read ({})", error.what()));
  }
}

}  // namespace standfast
