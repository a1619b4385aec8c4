#include "standfast/study/plan/unit.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "standfast/base/json.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

constexpr UnitKind kKinds[] = {UnitKind::vectors,  UnitKind::corpus, UnitKind::splits,
                               UnitKind::features, UnitKind::start,  UnitKind::cell};

}  // namespace

std::string_view unit_kind_name(UnitKind kind) {
  switch (kind) {
    case UnitKind::vectors:
      return "vectors";
    case UnitKind::corpus:
      return "corpus";
    case UnitKind::splits:
      return "splits";
    case UnitKind::features:
      return "features";
    case UnitKind::start:
      return "start";
    case UnitKind::cell:
      return "cell";
  }
  return "";
}

const char* stage_name(UnitKind kind) {
  switch (kind) {
    case UnitKind::vectors:
      return "vectors";
    case UnitKind::features:
      return "pair features";
    case UnitKind::start:
      return "fits on all";
    case UnitKind::cell:
      return "cells";
    default:
      return "splits";
  }
}

std::string Unit::label() const {
  switch (kind) {
    case UnitKind::vectors:
      return fmt::format("{} / vectors by {}", corpus, encoder);
    case UnitKind::corpus:
      return fmt::format("{} / summary", corpus);
    case UnitKind::splits:
      return fmt::format("{} / {} / seed {}", corpus, condition, seed);
    case UnitKind::features:
      return fmt::format("{} / {} / pair features", corpus, model);
    case UnitKind::start:
      return fmt::format("{} / {} / fit on all documents", corpus, model);
    case UnitKind::cell:
      return fmt::format("{} / {} / {} / seed {}{} / fold {}{}", corpus, condition, model, seed,
                         trade > 0 ? fmt::format(" / trade {}", trade) : "", fold,
                         fit > 0 ? fmt::format(" / fit {}", fit) : "");
  }
  return "";
}

Json unit_to_json(const Unit& unit) {
  Json json;
  json["stage"] = unit.stage();
  json["key"] = unit.key;
  json["kind"] = unit_kind_name(unit.kind);
  json["label"] = unit.label();
  json["corpus"] = unit.corpus;
  if (!unit.condition.empty()) json["condition"] = unit.condition;
  if (!unit.model.empty()) json["model"] = unit.model;
  if (!unit.encoder.empty()) json["encoder"] = unit.encoder;
  if (unit.kind == UnitKind::splits || unit.kind == UnitKind::cell) json["seed"] = unit.seed;
  if (!unit.vectors.empty()) json["vectors"] = unit.vectors;
  if (unit.kind == UnitKind::cell) {
    json["fold"] = unit.fold;
    if (unit.trade > 0) json["trade"] = unit.trade;
    if (unit.fit > 0) json["fit"] = unit.fit;
    json["splits"] = unit.splits;
    if (!unit.features.empty()) json["features"] = unit.features;
    if (!unit.start.empty()) json["start"] = unit.start;
  }
  return json;
}

Result<Unit> unit_from_json(const Json& json) {
  try {
    Unit unit;
    const auto kind = json.at("kind").get<std::string>();
    const auto found = std::find_if(std::begin(kKinds), std::end(kKinds),
                                    [&](UnitKind k) { return unit_kind_name(k) == kind; });
    if (found == std::end(kKinds)) return data_error(fmt::format("the plan has a unit of kind \"{}\"", kind));
    unit.kind = *found;
    unit.key = json.at("key").get<std::string>();
    unit.corpus = json.at("corpus").get<std::string>();
    unit.condition = json.value("condition", "");
    unit.model = json.value("model", "");
    unit.seed = json.value("seed", uint64_t{0});
    unit.fold = json.value("fold", 0U);
    unit.trade = json.value("trade", 0U);
    unit.fit = json.value("fit", 0U);
    unit.encoder = json.value("encoder", "");
    unit.vectors = json.value("vectors", "");
    unit.splits = json.value("splits", "");
    unit.features = json.value("features", "");
    unit.start = json.value("start", "");
    return unit;
  } catch (const nlohmann::json::exception& error) {
    return data_error(fmt::format("a line of the plan cannot be read ({})", error.what()));
  }
}

}  // namespace standfast
