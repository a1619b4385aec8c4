#include "standfast/study/spec/explain_json.h"

#include "standfast/base/json.h"
#include "standfast/study/spec/component_json.h"

namespace standfast {

nlohmann::ordered_json explain_to_json(const ExplainSpec& explain) {
  nlohmann::ordered_json json = {{"method", explain.explainer.name},
                                 {"options", options_to_json(explain.explainer.options)},
                                 {"documents", explain.documents},
                                 {"sides", explain.sides}};
  if (!explain.conditions.empty()) json["conditions"] = explain.conditions;
  if (!explain.models.empty()) json["models"] = explain.models;
  json["seed"] = explain.seed;
  json["top"] = explain.top;
  return json;
}

Result<ExplainSpec> explain_from_json(const nlohmann::ordered_json& json, const StudyCatalogs& catalogs) {
  ExplainSpec explain;
  SF_ASSIGN(explain.explainer, component_from_json(*catalogs.explainers, json.at("method").get<std::string>(),
                                                   json.at("options")));
  json.at("documents").get_to(explain.documents);
  json.at("sides").get_to(explain.sides);
  explain.conditions = json.value("conditions", explain.conditions);
  explain.models = json.value("models", explain.models);
  json.at("seed").get_to(explain.seed);
  json.at("top").get_to(explain.top);
  return explain;
}

}  // namespace standfast
