#include "standfast/study/record/style_file.h"

#include <fmt/format.h>

#include "standfast/base/file.h"
#include "standfast/base/parse_json.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

// The equations of the analysis have a topics x topics matrix, so the time grows with the cube of this
// number.
constexpr size_t kMostTopics = 500;

Json number(const std::optional<double>& value) {
  return value ? Json(*value) : Json(nullptr);
}

std::optional<double> number(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional(json.get<double>());
}

Json effect_json(const AnovaEffect& effect, const std::optional<double>& corrected) {
  return {{"sum_of_squares", effect.sum_of_squares},
          {"df", effect.df},
          {"f", number(effect.f)},
          {"p", number(effect.p)},
          {"p_holm", number(corrected)},
          {"eta_squared", effect.eta_squared},
          {"partial_eta_squared", effect.partial_eta_squared}};
}

AnovaEffect effect_of(const Json& json, std::optional<double>& corrected) {
  corrected = number(json.at("p_holm"));
  return {json.at("sum_of_squares"), json.at("df"),          number(json.at("f")),
          number(json.at("p")),      json.at("eta_squared"), json.at("partial_eta_squared")};
}

Json measure_json(const MeasureInteraction& measure) {
  Json json = {{"name", measure.name}, {"undefined", measure.undefined}};
  if (!measure.anova) {
    json["why_not"] = measure.why_not;
    return json;
  }
  const TwoWayAnova& anova = *measure.anova;
  json["n"] = anova.n;
  json["levels"] = {anova.levels_a, anova.levels_b};
  json["cells"] = anova.cells;
  json["target"] = effect_json(anova.a, measure.p_author);
  json["topic"] = effect_json(anova.b, measure.p_topic);
  json["interaction"] = effect_json(anova.interaction, measure.p_interaction);
  json["residual_sum_of_squares"] = anova.residual_sum_of_squares;
  json["residual_df"] = anova.residual_df;
  json["total_sum_of_squares"] = anova.total_sum_of_squares;
  return json;
}

MeasureInteraction measure_of(const Json& json) {
  MeasureInteraction measure;
  json.at("name").get_to(measure.name);
  json.at("undefined").get_to(measure.undefined);
  measure.why_not = json.value("why_not", "");
  if (!json.contains("n")) return measure;
  TwoWayAnova anova;
  json.at("n").get_to(anova.n);
  json.at("levels").at(0).get_to(anova.levels_a);
  json.at("levels").at(1).get_to(anova.levels_b);
  json.at("cells").get_to(anova.cells);
  anova.a = effect_of(json.at("target"), measure.p_author);
  anova.b = effect_of(json.at("topic"), measure.p_topic);
  anova.interaction = effect_of(json.at("interaction"), measure.p_interaction);
  json.at("residual_sum_of_squares").get_to(anova.residual_sum_of_squares);
  json.at("residual_df").get_to(anova.residual_df);
  json.at("total_sum_of_squares").get_to(anova.total_sum_of_squares);
  measure.anova = anova;
  return measure;
}

}  // namespace

StyleFile style_of_corpus(const std::string& name, const Corpus& corpus, Role target, int threads) {
  StyleFile style{name, std::string(role_name(target)), std::nullopt, ""};
  const Column* topic = corpus.column(Role::topic);
  if (topic != nullptr && topic->names.size() > kMostTopics) {
    style.why_not = fmt::format("{} topics are too many ({} at most)", topic->names.size(), kMostTopics);
    return style;
  }
  InteractionOptions options;
  options.target = target;
  options.threads = threads;
  auto found = style_interaction(corpus, options);
  if (found) {
    style.found = std::move(*found);
    return style;
  }
  // Without the path at the front: nothing in a run depends on its place.
  style.why_not = found.error().message;
  if (const std::string place = corpus.name() + ": "; style.why_not.starts_with(place))
    style.why_not.erase(0, place.size());
  return style;
}

Status write_style(const std::string& path, const StyleFile& style) {
  Json json = {
      {"schema", "standfast-style-interaction/1"}, {"corpus", style.corpus}, {"target", style.target}};
  if (!style.found) {
    json["why_not"] = style.why_not;
  } else {
    const StyleInteraction& found = *style.found;
    json["documents"] = found.documents;
    json["left_out"] = found.left_out;
    json["cells"] = found.cells;
    json["empty_cells"] = found.empty_cells;
    json["targets"] = found.authors;
    json["topics"] = found.topics;
    if (!found.language.empty() && found.language != "en") json["language"] = found.language;
    json["measures"] = Json::array();
    for (const auto& measure : found.measures) json["measures"].push_back(measure_json(measure));
  }
  return write_file(path, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

Result<StyleFile> read_style(const std::string& path) {
  SF_ASSIGN(const std::string text, read_file(path));
  try {
    SF_ASSIGN(const Json json, parse_json(text, path));
    StyleFile style{json.at("corpus"), json.at("target"), std::nullopt, json.value("why_not", "")};
    if (!json.contains("measures")) return style;
    StyleInteraction found;
    json.at("documents").get_to(found.documents);
    json.at("left_out").get_to(found.left_out);
    json.at("cells").get_to(found.cells);
    json.at("empty_cells").get_to(found.empty_cells);
    json.at("targets").get_to(found.authors);
    json.at("topics").get_to(found.topics);
    found.language = json.value("language", "");
    for (const Json& measure : json.at("measures")) found.measures.push_back(measure_of(measure));
    style.found = std::move(found);
    return style;
  } catch (const Json::exception& problem) {
    return data_error(fmt::format("{}: {} (see docs/run-folder.md)", path, problem.what()));
  }
}

}  // namespace standfast
