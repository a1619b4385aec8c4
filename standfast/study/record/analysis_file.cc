#include "standfast/study/record/analysis_file.h"

#include "standfast/base/file.h"
#include "standfast/base/json.h"
#include "standfast/base/parse_json.h"
#include "standfast/study/record/marker.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kAnalysisSchema = "standfast-split-analysis/1";

Json split_measure_json(const SplitMeasure& one) {
  Json json = Json::object();
  if (!one.group.empty()) json["group"] = one.group;
  json["measure"] = one.name;
  json["value"] = one.value ? Json(*one.value) : Json(nullptr);
  json["used"] = one.used;
  json["total"] = one.total;
  if (!one.note.empty()) json["note"] = one.note;
  if (one.property) json["property"] = true;
  if (!one.averaged) json["averaged"] = false;
  return json;
}

SplitMeasure split_measure_from(const Json& json) {
  SplitMeasure one;
  one.group = json.value("group", "");
  json.at("measure").get_to(one.name);
  if (const Json& value = json.at("value"); !value.is_null()) one.value = value.get<double>();
  json.at("used").get_to(one.used);
  json.at("total").get_to(one.total);
  one.note = json.value("note", "");
  one.property = json.value("property", false);
  one.averaged = json.value("averaged", true);
  return one;
}

}  // namespace

std::string analysis_text(const AnalysisFile& analysis) {
  Json json = {{"schema", kAnalysisSchema},       {"corpus", analysis.corpus},
               {"condition", analysis.condition}, {"seed", analysis.seed},
               {"analysis", analysis.analysis},   {"method", analysis.method},
               {"folds", Json::array()}};
  for (const auto& fold : analysis.folds) {
    Json measures = Json::array();
    for (const auto& one : fold.measures) measures.push_back(split_measure_json(one));
    json["folds"].push_back(std::move(measures));
  }
  return file_text(json);
}

Result<AnalysisFile> read_analysis(const std::string& path) {
  SF_ASSIGN(const std::string text, read_file(path));
  const Json json = json_or_discarded<Json>(text);
  if (json.is_discarded() || !json.is_object()) return data_error(path + ": not a JSON object");
  AnalysisFile analysis;
  SF_TRY(take_apart(path, [&] {
    json.at("corpus").get_to(analysis.corpus);
    json.at("condition").get_to(analysis.condition);
    json.at("seed").get_to(analysis.seed);
    json.at("analysis").get_to(analysis.analysis);
    json.at("method").get_to(analysis.method);
    for (const Json& fold : json.at("folds")) {
      auto& measures = analysis.folds.emplace_back().measures;
      for (const Json& one : fold) measures.push_back(split_measure_from(one));
    }
  }));
  return analysis;
}

}  // namespace standfast
