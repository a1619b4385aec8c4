#include "standfast/study/spec/space_json.h"

#include "standfast/base/json.h"
#include "standfast/study/spec/component_json.h"

namespace standfast {

nlohmann::ordered_json space_to_json(const SpaceSpec& space) {
  nlohmann::ordered_json json;
  json[space.of_model ? "model" : "encoder"] = space.maker.name;
  json["options"] = options_to_json(space.maker.options);
  json["seed"] = space.maker.seed;
  json["aggregate"] = kAggregates[static_cast<size_t>(space.maker.aggregate)];
  json["rows"] = kSpaceRows[static_cast<size_t>(space.rows)];
  if (const auto& validation = space.validation; !validation.side.empty())
    json["validation"] = validation.side;
  else if (validation.any())
    json["validation"] = validation.share;
  if (!space.reduction.empty())
    json["reduce"] = {{"method", space.reduction}, {"options", options_to_json(space.reduction_options)}};
  if (!space.files.empty()) json["files"] = space.files;
  return json;
}

Result<SpaceSpec> space_from_json(const nlohmann::ordered_json& json, const StudyCatalogs& catalogs) {
  SpaceSpec space;
  space.of_model = json.contains("model");
  const ComponentList& makers = catalogs.makers_of(space);
  SF_ASSIGN(ComponentSpec maker,
            component_from_json(makers, json.at(space.of_model ? "model" : "encoder").get<std::string>(),
                                json.at("options")));
  space.maker.name = std::move(maker.name);
  space.maker.options = std::move(maker.options);
  json.at("seed").get_to(space.maker.seed);
  SF_ASSIGN(space.maker.aggregate, aggregate_from_name(json.at("aggregate").get<std::string>()));
  space.rows = json.at("rows").get<std::string>() == kSpaceRows[1] ? SpaceRows::all : SpaceRows::sample;
  if (const auto validation = json.find("validation"); validation != json.end()) {
    if (validation->is_string())
      validation->get_to(space.validation.side);
    else
      validation->get_to(space.validation.share);
  }
  if (const auto reduce = json.find("reduce"); reduce != json.end()) {
    SF_ASSIGN(ComponentSpec reduction,
              component_from_json(*catalogs.reductions, reduce->at("method").get<std::string>(),
                                  reduce->at("options")));
    space.reduction = std::move(reduction.name);
    space.reduction_options = std::move(reduction.options);
  }
  if (const auto files = json.find("files"); files != json.end()) files->get_to(space.files);
  return space;
}

}  // namespace standfast
