#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/json.h"
#include "standfast/study/spec/component_json.h"
#include "standfast/study/spec/explain_json.h"
#include "standfast/study/spec/shortcut/shortcut_json.h"
#include "standfast/study/spec/space_json.h"
#include "standfast/study/spec/spec.h"
#include "standfast/study/task/task.h"
#include "standfast/text/encodings.h"

namespace standfast {

namespace {

// Options that models have since a later version. They are written only where they are set, so that keys and records of
// runs without them stay as they were.
constexpr std::pair<std::string_view, std::string_view> kSinceLater[] = {{"word-rule", "letters"}};

}  // namespace

nlohmann::ordered_json options_to_json(const Options& options) {
  auto json = nlohmann::ordered_json::object();
  for (const auto& [name, value] : options.values()) {
    const auto* text = std::get_if<std::string>(&value);
    const bool since_later =
        text != nullptr && std::ranges::any_of(kSinceLater, [&, &name = name](const auto& one) {
          return one.first == name && one.second == *text;
        });
    if (!since_later) std::visit([&, &name = name](const auto& v) { json[name] = v; }, value);
  }
  return json;
}

nlohmann::ordered_json condition_to_json(const ConditionSpec& condition, bool draws_pairs) {
  nlohmann::ordered_json c;
  c["name"] = condition.name;
  c["reference"] = condition.reference;
  if (condition.reference_by_default) c["reference_by_default"] = true;
  if (!condition.corpora.empty()) c["corpora"] = condition.corpora;
  if (!condition.control_of.empty()) {
    c["control_of"] = condition.control_of;
    c["trades"] = condition.trades;
    if (!condition.match.empty()) c["match"] = condition.match;
    if (!condition.block.empty()) c["block"] = condition.block;
    if (condition.whole) c["whole"] = true;
  }
  c["sampler"] = condition.sampler.name;
  c["sampler_options"] = options_to_json(condition.sampler.options);
  if (condition.encoder) {
    c["encoder"] = condition.encoder->name;
    c["encoder_options"] = options_to_json(condition.encoder->options);
    c["encoder_seed"] = condition.encoder->seed;
    c["aggregate"] = kAggregates[static_cast<size_t>(condition.encoder->aggregate)];
  }
  if (condition.space) c["space"] = space_to_json(*condition.space);
  c["splitter"] = condition.splitter.name;
  c["splitter_options"] = options_to_json(condition.splitter.options);
  if (!condition.files.empty()) c["files"] = condition.files;
  if (draws_pairs) c["pairs"] = options_to_json(condition.pairs);
  if (condition.shortcut) c["shortcut"] = shortcut_to_json(*condition.shortcut);
  return c;
}

nlohmann::ordered_json study_to_json(const StudySpec& study) {
  nlohmann::ordered_json json;
  json["name"] = study.title;
  json["task"] = study.task;
  const TaskTraits asks = study.the_task().traits();
  if (asks.has_target) json["target"] = role_name(study.target);
  json["profile"] = study.profile;
  json["seeds"] = study.seeds;
  if (study.fits != 1) json["fits"] = study.fits;
  json["limit"] = study.limit;
  if (!study.metric.empty()) json["metric"] = study.metric;
  if (!study.ignore.empty()) json["ignore"] = study.ignore;
  if (!study.slices.empty()) json["slices"] = study.slices;
  if (!study.group.empty()) json["group"] = study.group;
  if (study.near > 0) json.update({{"near", study.near}, {"near-tokens", study.near_tokens}});
  if (study.keep_models) json["keep"] = "models";
  if (study.nested_repeats > 0)
    json.update({{"interval", "nested"}, {"interval-repeats", study.nested_repeats}});
  for (const auto& one : study.analyses) {  // left out if there are none
    nlohmann::ordered_json described = {{"name", one.name},
                                        {"method", one.analysis.name},
                                        {"options", options_to_json(one.analysis.options)}};
    if (!one.files.empty()) described["files"] = one.files;
    if (one.seed > 0) described["seed"] = one.seed;
    if (one.encoder)
      described["encoder"] = {{"method", one.encoder->name},
                              {"options", options_to_json(one.encoder->options)},
                              {"seed", one.encoder->seed}};
    json["analyses"].push_back(std::move(described));
  }
  if (study.map)
    json["map"] = {{"method", study.map->reduction.name},
                   {"options", options_to_json(study.map->reduction.options)},
                   {"seed", study.map->seed},
                   {"points", study.map->points}};
  if (study.explain) json["explain"] = explain_to_json(*study.explain);
  json["corpora"] = nlohmann::ordered_json::array();
  for (const auto& corpus : study.corpora) {
    nlohmann::ordered_json c;
    c["name"] = corpus.name;
    c["path"] = corpus.path;
    for (const auto& part : corpus.parts) c["parts"].push_back({{"name", part.name}, {"path", part.path}});
    c["format"] = corpus.format;
    c["bad-rows"] = corpus.bad_rows;
    c["text"] = corpus.text_column;
    c["id"] = corpus.id_column;
    for (const Role role : kRoles)
      c[std::string(role_name(role))] = corpus.role_columns[static_cast<size_t>(role)];
    c["only"] = nlohmann::ordered_json::object();
    for (const Role role : kRoles)
      if (const auto& value = corpus.only[static_cast<size_t>(role)]; !value.empty())
        c["only"][std::string(role_name(role))] = value;
    // Left out if there are none.
    for (const auto& one : corpus.only_attributes) c["only_columns"][one.name] = one.value;
    if (corpus.quotes != "around") c["quotes"] = corpus.quotes;
    if (corpus.encoding != kUtf8) c["encoding"] = corpus.encoding;
    if (corpus.form != "nfc") c["form"] = corpus.form;
    if (!corpus.fold_letters.empty()) c["fold_letters"] = corpus.fold_letters;
    if (!corpus.join_values.empty()) c["join_values"] = corpus.join_values;
    for (const auto& rule : corpus.attributes) {
      auto& column = c["columns"][rule.name];
      column["from"] = rule.from;
      if (!rule.until.empty()) column.update({{"until", rule.until}, {"nth", rule.nth}});
      if (rule.kind != AttributeKind::category) column["kind"] = kind_name(rule.kind);
      if (!rule.separator.empty()) column["separator"] = rule.separator;
      if (rule.implied) column["implied"] = true;
    }
    for (const auto& [key, counts] :
         {std::pair{"at_least", &corpus.frequent.at_least}, std::pair{"most", &corpus.frequent.most}})
      for (const Role role : kRoles)
        if (const uint64_t n = (*counts)[static_cast<size_t>(role)]; n > 0)
          c[key][std::string(role_name(role))] = n;
    for (const auto& side : corpus.sides)
      for (const auto& one : side.where) c["sides"][side.name][one.name] = one.value;
    json["corpora"].push_back(std::move(c));
  }
  json["conditions"] = nlohmann::ordered_json::array();
  for (const auto& condition : study.conditions)
    json["conditions"].push_back(condition_to_json(condition, asks.draws_pairs));
  json["models"] = nlohmann::ordered_json::array();
  for (const auto& model : study.models) {
    nlohmann::ordered_json m;
    m["name"] = model.name;
    m["model"] = model.model.name;
    m["options"] = options_to_json(model.model.options);
    if (!model.files.empty()) m["files"] = model.files;
    if (model.fits > 0) m["fits"] = model.fits;
    if (!model.document_weight.empty()) m["document_weight"] = model.document_weight;
    if (model.devices > 0) m["devices"] = model.devices;
    json["models"].push_back(std::move(m));
  }
  for (const auto& one : study.predictions)  // left out if there are none
    json["predictions"].push_back({{"name", one.name}, {"path", one.path}, {"sha256", one.sha256}});
  for (const auto& one : study.auxiliaries) {  // left out if there are none
    nlohmann::ordered_json described = {
        {"name", one.name}, {"kind", one.kind}, {"path", one.path}, {"sha256", one.sha256}};
    if (!one.options.values().empty()) described["options"] = options_to_json(one.options);
    json["auxiliaries"].push_back(std::move(described));
  }
  return json;
}

Result<StudySpec> study_from_json(const nlohmann::ordered_json& json, const StudyCatalogs& catalogs) {
  try {
    StudySpec study;
    study.title = json.at("name").get<std::string>();
    study.task = json.at("task").get<std::string>();
    const Task* task = find_task(study.task);
    if (task == nullptr) return data_error(fmt::format("this version has no task \"{}\"", study.task));
    if (const auto target = role_from_name(json.value("target", "author"))) study.target = *target;
    study.profile = json.at("profile").get<std::string>();
    study.seeds = json.at("seeds").get<std::vector<uint64_t>>();
    study.fits = json.value("fits", 1U);
    study.limit = json.at("limit").get<uint64_t>();
    study.metric = json.value("metric", "");
    if (const auto ignore = json.find("ignore"); ignore != json.end()) ignore->get_to(study.ignore);
    study.slices = json.value("slices", std::vector<std::string>{});
    study.group = json.value("group", "");
    study.near = json.value("near", 0.0);
    study.near_tokens = json.value("near-tokens", study.near_tokens);
    study.keep_models = json.value("keep", "") == "models";
    study.nested_repeats = json.value("interval-repeats", 0U);
    if (const auto list = json.find("analyses"); list != json.end())
      for (const auto& one : *list) {
        AnalysisSpec analysis;
        one.at("name").get_to(analysis.name);
        SF_ASSIGN(analysis.analysis,
                  component_from_json(*catalogs.split_analyses, one.at("method"), one.at("options")));
        SF_ASSIGN(const auto* entry, catalogs.split_analyses->find(analysis.analysis.name));
        analysis.columns = attributes_named(analysis.analysis.options, entry->options);
        analysis.files = one.value("files", analysis.files);
        analysis.seed = one.value("seed", uint64_t{0});
        if (const auto encoder = one.find("encoder"); encoder != one.end()) {
          SF_ASSIGN(auto made,
                    component_from_json(*catalogs.encoders, encoder->at("method"), encoder->at("options")));
          analysis.encoder = EncoderChoice{.name = made.name, .options = made.options};
          encoder->at("seed").get_to(analysis.encoder->seed);
        }
        study.analyses.push_back(std::move(analysis));
      }
    if (const auto map = json.find("map"); map != json.end()) {
      study.map.emplace();
      SF_ASSIGN(study.map->reduction,
                component_from_json(*catalogs.reductions, map->at("method").get<std::string>(),
                                    map->at("options")));
      map->at("seed").get_to(study.map->seed);
      map->at("points").get_to(study.map->points);
    }
    if (const auto explain = json.find("explain"); explain != json.end()) {
      SF_ASSIGN(study.explain, explain_from_json(*explain, catalogs));
    }
    for (const auto& c : json.at("corpora")) {
      CorpusSpec corpus;
      corpus.name = c.at("name").get<std::string>();
      corpus.path = c.at("path").get<std::string>();
      if (const auto parts = c.find("parts"); parts != c.end())
        for (const auto& part : *parts)
          corpus.parts.push_back({part.at("name").get<std::string>(), part.at("path").get<std::string>()});
      corpus.format = c.at("format").get<std::string>();
      corpus.bad_rows = c.at("bad-rows").get<std::string>();
      corpus.text_column = c.at("text").get<std::string>();
      corpus.id_column = c.at("id").get<std::string>();
      for (const Role role : kRoles)
        corpus.role_columns[static_cast<size_t>(role)] =
            c.at(std::string(role_name(role))).get<std::string>();
      for (const Role role : kRoles)
        corpus.only[static_cast<size_t>(role)] = c.at("only").value(std::string(role_name(role)), "");
      for (const auto& [key, counts] :
           {std::pair{"at_least", &corpus.frequent.at_least}, std::pair{"most", &corpus.frequent.most}})
        if (const auto found = c.find(key); found != c.end())
          for (const Role role : kRoles)
            (*counts)[static_cast<size_t>(role)] = found->value(std::string(role_name(role)), uint64_t{0});
      if (const auto only = c.find("only_columns"); only != c.end())
        for (const auto& [name, value] : only->items())
          corpus.only_attributes.push_back({name, value.get<std::string>()});
      corpus.quotes = c.value("quotes", "around");
      corpus.encoding = c.value("encoding", kUtf8);
      corpus.form = c.value("form", "nfc");
      corpus.fold_letters = c.value("fold_letters", std::vector<std::string>());
      corpus.join_values = c.value("join_values", std::vector<std::string>());
      if (const auto columns = c.find("columns"); columns != c.end())
        for (const auto& [name, rule] : columns->items())
          corpus.attributes.push_back(
              {name, rule.at("from").get<std::string>(), rule.value("until", ""),
               rule.value("nth", uint64_t{1}),
               kind_from_name(rule.value("kind", "")).value_or(AttributeKind::category),
               rule.value("separator", ""), rule.value("implied", false)});
      if (const auto sides = c.find("sides"); sides != c.end())
        for (const auto& [name, where] : sides->items()) {
          corpus.sides.push_back({name, {}});
          for (const auto& [column, value] : where.items())
            corpus.sides.back().where.push_back({column, value.get<std::string>()});
        }
      study.corpora.push_back(std::move(corpus));
    }
    for (const auto& c : json.at("conditions")) {
      ConditionSpec condition;
      condition.name = c.at("name").get<std::string>();
      condition.reference = c.at("reference").get<bool>();
      condition.reference_by_default = c.value("reference_by_default", false);
      SF_ASSIGN(condition.sampler, component_from_json(*catalogs.samplers, c.at("sampler").get<std::string>(),
                                                       c.at("sampler_options")));
      if (c.contains("encoder")) {
        EncoderChoice choice;
        SF_ASSIGN(ComponentSpec component,
                  component_from_json(*catalogs.encoders, c.at("encoder").get<std::string>(),
                                      c.at("encoder_options")));
        choice.name = std::move(component.name);
        choice.options = std::move(component.options);
        choice.seed = c.at("encoder_seed").get<uint64_t>();
        SF_ASSIGN(choice.aggregate, aggregate_from_name(c.at("aggregate").get<std::string>()));
        condition.encoder = std::move(choice);
      }
      if (const auto space = c.find("space"); space != c.end()) {
        SF_ASSIGN(condition.space, space_from_json(*space, catalogs));
      }
      SF_ASSIGN(condition.splitter,
                component_from_json(*catalogs.splitters, c.at("splitter").get<std::string>(),
                                    c.at("splitter_options")));
      SF_ASSIGN(const auto* splitter, catalogs.splitters->find(condition.splitter.name));
      condition.columns = attributes_named(condition.splitter.options, splitter->options);
      if (const auto files = c.find("files"); files != c.end()) files->get_to(condition.files);
      condition.corpora = c.value("corpora", std::vector<std::string>{});
      condition.control_of = c.value("control_of", "");
      condition.trades = c.value("trades", 1U);
      condition.block = c.value("block", std::vector<std::string>{});
      condition.whole = c.value("whole", false);
      condition.match = c.value("match", std::vector<std::string>{});
      SF_ASSIGN(condition.pairs,
                Options::resolve("pairs", catalogs.pair_options,
                                 options_from_json(c.value("pairs", nlohmann::ordered_json::object()))));
      add_columns(condition, attributes_named(condition.pairs, catalogs.pair_options));
      if (const auto shortcut = c.find("shortcut"); shortcut != c.end()) {
        SF_ASSIGN(condition.shortcut, shortcut_from_json(*shortcut, catalogs));
      }
      study.conditions.push_back(std::move(condition));
    }
    for (const auto& m : json.at("models")) {
      ModelSpec model;
      model.name = m.at("name").get<std::string>();
      const auto type = m.at("model").get<std::string>();
      SF_ASSIGN(model.model, component_from_json(task->models(catalogs), type, m.at("options")));
      if (const auto files = m.find("files"); files != m.end()) files->get_to(model.files);
      model.fits = m.value("fits", 0U);
      model.document_weight = m.value("document_weight", "");
      model.devices = m.value("devices", 0U);
      study.models.push_back(std::move(model));
    }
    if (const auto list = json.find("predictions"); list != json.end())
      for (const auto& one : *list)
        study.predictions.push_back({one.at("name").get<std::string>(), one.at("path").get<std::string>(),
                                     one.at("sha256").get<std::string>()});
    if (const auto list = json.find("auxiliaries"); list != json.end())
      for (const auto& one : *list) {
        SF_ASSIGN(auto kind, component_from_json(auxiliary_kinds(), one.at("kind").get<std::string>(),
                                                 one.value("options", nlohmann::ordered_json::object())));
        study.auxiliaries.push_back({one.at("name").get<std::string>(), kind.name,
                                     one.at("path").get<std::string>(), std::move(kind.options),
                                     one.at("sha256").get<std::string>()});
      }
    return study;
  } catch (const nlohmann::json::exception& error) {
    return data_error(fmt::format(
        "the recorded study cannot be read ({}); was it written by another version?", error.what()));
  }
}

}  // namespace standfast
