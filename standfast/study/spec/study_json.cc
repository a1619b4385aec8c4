#include "standfast/study/spec/study_json.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "standfast/base/json.h"
#include "standfast/study/task/task.h"

namespace standfast {
namespace {

using Json = nlohmann::ordered_json;

FieldTable<AnalysisSpec> analysis_spec_fields() {
  using A = AnalysisSpec;
  FieldTable<A> fields;
  fields.add("name", &A::name);
  fields.include(&A::analysis, component_fields("method"));
  fields.add("files", &A::files).unless_default();
  fields.add("seed", &A::seed).unless_default();
  fields.add("encoder", &A::encoder, encoder_fields("method")).unless_default();
  return fields;
}

FieldTable<MapSpec> map_spec_fields() {
  FieldTable<MapSpec> fields;
  fields.include(&MapSpec::reduction, component_fields("method"));
  fields.add_all("seed", &MapSpec::seed, "points", &MapSpec::points);
  return fields;
}

FieldTable<ExplainSpec> explain_spec_fields() {
  using E = ExplainSpec;
  FieldTable<E> fields;
  fields.include(&E::explainer, component_fields("method"));
  fields.add_all("documents", &E::documents, "sides", &E::sides);
  fields.add("conditions", &E::conditions).unless_default();
  fields.add("models", &E::models).unless_default();
  fields.add_all("seed", &E::seed, "top", &E::top);
  return fields;
}

// Adds an object with the roles whose value is not T().
template <class Struct, class T>
auto add_by_role(FieldTable<Struct>& fields, std::string name, std::array<T, kRoles.size()> Struct::*member) {
  return fields.add_as(
      std::move(name),
      [member](const Struct& from) {
        Json json = Json::object();
        for (const Role role : kRoles)
          if (const T& value = (from.*member)[static_cast<size_t>(role)]; value != T())
            json[std::string(role_name(role))] = value;
        return json;
      },
      [member](const Json& json, Struct& to) {
        for (const Role role : kRoles)
          (to.*member)[static_cast<size_t>(role)] = json.value(std::string(role_name(role)), T());
      });
}

Json by_name(const std::vector<AttributeValue>& values) {
  Json json = Json::object();
  for (const auto& one : values) json[one.name] = one.value;
  return json;
}

std::vector<AttributeValue> values_by_name(const Json& json) {
  std::vector<AttributeValue> values;
  for (const auto& [name, value] : json.items()) values.push_back({name, value.get<std::string>()});
  return values;
}

// Returns the fields without the name, under which the rule stands.
FieldTable<AttributeRule> rule_fields() {
  using R = AttributeRule;
  FieldTable<R> fields;
  fields.add("from", &R::from);
  fields.add("until", &R::until).unless_default();
  fields.add("nth", &R::nth).only_if([](const R& rule) { return !rule.until.empty(); });
  fields
      .add_as(
          "kind", [](const R& from) { return kind_name(from.kind); },
          [](const Json& json, R& to) {
            to.kind = kind_from_name(json.get<std::string>()).value_or(AttributeKind::category);
          })
      .unless_default();
  fields.add("separator", &R::separator).unless_default();
  fields.add("implied", &R::implied).unless_default();
  return fields;
}

FieldTable<CorpusSpec> corpus_spec_fields() {
  FieldTable<CorpusPart> part;
  part.add_all("name", &CorpusPart::name, "path", &CorpusPart::path);
  FieldTable<Frequent> frequent;
  add_by_role(frequent, "at_least", &Frequent::at_least).unless_default();
  add_by_role(frequent, "most", &Frequent::most).unless_default();

  using C = CorpusSpec;
  FieldTable<C> fields;
  fields.add_all("name", &C::name, "path", &C::path);
  fields.add("parts", &C::parts, part).unless_default();
  fields.add_all("format", &C::format, "bad-rows", &C::bad_rows, "text", &C::text_column, "id",
                 &C::id_column);
  for (const Role role : kRoles) {
    const auto place = static_cast<size_t>(role);
    fields.add_as(
        std::string(role_name(role)), [place](const C& from) { return from.role_columns[place]; },
        [place](const Json& json, C& to) { json.get_to(to.role_columns[place]); });
  }
  add_by_role(fields, "only", &C::only);
  fields
      .add_as(
          "only_columns", [](const C& from) { return by_name(from.only_attributes); },
          [](const Json& json, C& to) { to.only_attributes = values_by_name(json); })
      .unless_default();
  fields.add("quotes", &C::quotes).unless_default();
  fields.add("encoding", &C::encoding).unless_default();
  fields.add("form", &C::form).unless_default();
  fields.add("fold_letters", &C::fold_letters).unless_default();
  fields.add("join_values", &C::join_values).unless_default();
  fields
      .add_as(
          "columns",
          [rules = rule_fields()](const C& from) {
            Json json = Json::object();
            for (const auto& rule : from.attributes) json[rule.name] = rules.write(rule);
            return json;
          },
          [rules = rule_fields()](const Json& json, C& to) {
            for (const auto& [name, rule] : json.items()) {
              to.attributes.push_back({.name = name, .from = {}});
              rules.take(rule, to.attributes.back());
            }
          })
      .unless_default();
  fields.include(&C::frequent, frequent);
  fields
      .add_as(
          "sides",
          [](const C& from) {
            Json json = Json::object();
            for (const auto& side : from.sides) json[side.name] = by_name(side.where);
            return json;
          },
          [](const Json& json, C& to) {
            for (const auto& [name, where] : json.items()) to.sides.push_back({name, values_by_name(where)});
          })
      .unless_default();
  return fields;
}

// Returns the fields. draws_pairs: a trait of the task. Other tasks record no options of pairs.
FieldTable<ConditionSpec> condition_fields(bool draws_pairs) {
  FieldTable<EncoderChoice> encoder = encoder_fields("encoder", "encoder_options", "encoder_seed");
  encoder.words("aggregate", &EncoderChoice::aggregate, with_words<Aggregate>(kAggregates));

  using C = ConditionSpec;
  FieldTable<C> fields;
  fields.add_all("name", &C::name, "reference", &C::reference);
  fields.add("reference_by_default", &C::reference_by_default).unless_default();
  fields.add("corpora", &C::corpora).unless_default();
  fields.add("control_of", &C::control_of).unless_default();
  fields.add("trades", &C::trades).only_if([](const C& condition) { return !condition.control_of.empty(); });
  fields.add("match", &C::match).unless_default();
  fields.add("block", &C::block).unless_default();
  fields.add("whole", &C::whole).unless_default();
  fields.include(&C::sampler, component_fields("sampler", "sampler_options"));
  fields.include_if(
      encoder, [](const C& from) { return from.encoder; },
      [](EncoderChoice made, C& to) { to.encoder = std::move(made); });
  fields.add("space", &C::space).unless_default();
  fields.include(&C::splitter, component_fields("splitter", "splitter_options"));
  fields.add("files", &C::files).unless_default();
  fields.add("pairs", &C::pairs).only_if([draws_pairs](const C&) { return draws_pairs; });
  fields.add("shortcut", &C::shortcut, shortcut_fields()).unless_default();
  return fields;
}

FieldTable<ModelSpec> model_fields() {
  using M = ModelSpec;
  FieldTable<M> fields;
  fields.add("name", &M::name);
  fields.include(&M::model, component_fields("model"));
  fields.add("files", &M::files).unless_default();
  fields.add("fits", &M::fits).unless_default();
  fields.add("document_weight", &M::document_weight).unless_default();
  fields.add("devices", &M::devices).unless_default();
  return fields;
}

FieldTable<PredictionsSpec> predictions_fields() {
  using P = PredictionsSpec;
  FieldTable<P> fields;
  fields.add_all("name", &P::name, "path", &P::path, "sha256", &P::sha256);
  return fields;
}

FieldTable<AuxiliarySpec> auxiliary_fields() {
  using A = AuxiliarySpec;
  FieldTable<A> fields;
  fields.add_all("name", &A::name, "kind", &A::kind, "path", &A::path, "sha256", &A::sha256);
  fields.add("options", &A::options).unless_default();
  return fields;
}

FieldTable<StudySpec> study_fields(bool draws_pairs) {
  using S = StudySpec;
  FieldTable<S> fields;
  fields.add_all("name", &S::title, "task", &S::task);
  fields
      .add_as(
          "target", [](const S& from) { return role_name(from.target); },
          [](const Json& json, S& to) {
            to.target = role_from_name(json.get<std::string>()).value_or(to.target);
          })
      .only_if([](const S& study) { return study.the_task().traits().has_target; });
  fields.add_all("profile", &S::profile, "seeds", &S::seeds);
  fields.add("fits", &S::fits).unless_default();
  fields.add("limit", &S::limit);
  fields.add("metric", &S::metric).unless_default();
  fields.add("ignore", &S::ignore).unless_default();
  fields.add("slices", &S::slices).unless_default();
  fields.add("group", &S::group).unless_default();
  fields.add("near", &S::near).unless_default();
  fields.add("near-tokens", &S::near_tokens).only_if([](const S& study) { return study.near > 0; });
  fields.words("keep", &S::keep_models, {{"models", true}}).unless_default();
  fields.computed("interval", [](const S&) { return "nested"; }).only_if([](const S& study) {
    return study.nested_repeats > 0;
  });
  fields.add("interval-repeats", &S::nested_repeats).unless_default();
  fields.add("analyses", &S::analyses, analysis_spec_fields()).unless_default();
  fields.add("map", &S::map, map_spec_fields()).unless_default();
  fields.add("explain", &S::explain, explain_spec_fields()).unless_default();
  fields.add("corpora", &S::corpora, corpus_spec_fields());
  fields.add("conditions", &S::conditions, condition_fields(draws_pairs));
  fields.add("models", &S::models, model_fields());
  fields.add("predictions", &S::predictions, predictions_fields()).unless_default();
  fields.add("auxiliaries", &S::auxiliaries, auxiliary_fields()).unless_default();
  return fields;
}

Status resolve_recorded(const StudyCatalogs& catalogs, AnalysisSpec& analysis) {
  SF_TRY(resolve_recorded(*catalogs.split_analyses, analysis.analysis));
  SF_ASSIGN(const auto* entry, catalogs.split_analyses->find(analysis.analysis.name));
  analysis.columns = attributes_named(analysis.analysis.options, entry->options);
  if (!analysis.encoder) return {};
  return resolve_recorded(*catalogs.encoders, analysis.encoder->name, analysis.encoder->options);
}

Status resolve_recorded(const StudyCatalogs& catalogs, ConditionSpec& condition) {
  SF_TRY(resolve_recorded(*catalogs.samplers, condition.sampler));
  if (condition.encoder)
    SF_TRY(resolve_recorded(*catalogs.encoders, condition.encoder->name, condition.encoder->options));
  if (condition.space) SF_TRY(resolve_recorded(catalogs, *condition.space));
  SF_TRY(resolve_recorded(*catalogs.splitters, condition.splitter));
  SF_ASSIGN(const auto* splitter, catalogs.splitters->find(condition.splitter.name));
  condition.columns = attributes_named(condition.splitter.options, splitter->options);
  const auto& pairs = condition.pairs.values();
  SF_ASSIGN(condition.pairs, Options::resolve("pairs", catalogs.pair_options, {pairs.begin(), pairs.end()}));
  add_columns(condition, attributes_named(condition.pairs, catalogs.pair_options));
  return condition.shortcut ? resolve_recorded(catalogs, *condition.shortcut) : Status();
}

}  // namespace

Json condition_to_json(const ConditionSpec& condition, bool draws_pairs) {
  return condition_fields(draws_pairs).write(condition);
}

Json study_to_json(const StudySpec& study) {
  return study_fields(study.the_task().traits().draws_pairs).write(study);
}

StudySpec recorded_study(const Json& json) {
  StudySpec study;
  study_fields(true).take(json, study);
  return study;
}

Result<StudySpec> study_from_json(const Json& json, const StudyCatalogs& catalogs) {
  StudySpec study;
  try {
    study = recorded_study(json);
  } catch (const nlohmann::json::exception& error) {
    return data_error(fmt::format(
        "the recorded study cannot be read ({}); was it written by another version?", error.what()));
  }
  const Task* task = find_task(study.task);
  if (task == nullptr) return data_error(fmt::format("this version has no task \"{}\"", study.task));
  for (auto& one : study.analyses) SF_TRY(resolve_recorded(catalogs, one));
  if (study.map) SF_TRY(resolve_recorded(*catalogs.reductions, study.map->reduction));
  if (study.explain) SF_TRY(resolve_recorded(*catalogs.explainers, study.explain->explainer));
  for (auto& one : study.conditions) SF_TRY(resolve_recorded(catalogs, one));
  for (auto& one : study.models) SF_TRY(resolve_recorded(task->models(catalogs), one.model));
  for (auto& one : study.auxiliaries) SF_TRY(resolve_recorded(auxiliary_kinds(), one.kind, one.options));
  return study;
}

namespace {

// Options that models have since a later version, with their defaults. They are written only where they are
// set, so that keys and records of runs without them stay as they were.
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

void FieldCodec<Options>::take(const nlohmann::ordered_json& json, Options& options) {
  std::map<std::string, OptionValue> given;
  for (const auto& [name, value] : json.items()) {
    if (value.is_boolean())
      given[name] = value.get<bool>();
    else if (value.is_number_integer())
      given[name] = value.get<int64_t>();
    else if (value.is_number())
      given[name] = value.get<double>();
    else
      given[name] = value.get<std::string>();
  }
  options = Options::recorded(given);
}

FieldTable<ComponentSpec> component_fields(const std::string& kind, const std::string& options) {
  FieldTable<ComponentSpec> fields;
  fields.add_all(kind, &ComponentSpec::name, options, &ComponentSpec::options);
  return fields;
}

FieldTable<EncoderChoice> encoder_fields(const std::string& kind, const std::string& options,
                                         const std::string& seed) {
  FieldTable<EncoderChoice> fields;
  fields.add_all(kind, &EncoderChoice::name, options, &EncoderChoice::options, seed, &EncoderChoice::seed);
  return fields;
}

Status resolve_recorded(const ComponentList& catalog, const std::string& name, Options& options) {
  SF_ASSIGN(const ComponentInfo entry, catalog.info(name));
  SF_ASSIGN(options, Options::resolve(catalog.family() + " " + name, *entry.options,
                                      {options.values().begin(), options.values().end()}));
  return {};
}

namespace {

using Json = nlohmann::ordered_json;

const char* kind_of_maker(bool of_model) {
  return of_model ? "model" : "encoder";
}

const FieldTable<SpaceSpec>& fields_of(bool of_model) {
  const auto made = [](bool model) {
    using S = SpaceSpec;
    FieldTable<EncoderChoice> maker = encoder_fields(kind_of_maker(model));
    maker.words("aggregate", &EncoderChoice::aggregate, with_words<Aggregate>(kAggregates));

    FieldTable<S> reduction;
    reduction.add_all("method", &S::reduction, "options", &S::reduction_options);

    FieldTable<S> fields;
    fields.include(&S::maker, maker);
    fields.words("rows", &S::rows, with_words<SpaceRows>(kSpaceRows));
    fields
        .add_as(
            "validation",
            [](const S& from) {
              return from.validation.side.empty() ? Json(from.validation.share) : Json(from.validation.side);
            },
            [](const Json& json, S& to) {
              if (json.is_string())
                json.get_to(to.validation.side);
              else
                json.get_to(to.validation.share);
            })
        .only_if([](const S& from) { return from.validation.any(); });
    fields
        .add_as(
            "reduce", [reduction](const S& from) { return reduction.write(from); },
            [reduction](const Json& json, S& to) { reduction.take(json, to); })
        .only_if([](const S& from) { return !from.reduction.empty(); });
    fields.add("files", &S::files).unless_default();
    return fields;
  };
  static const FieldTable<SpaceSpec> of_encoder = made(false), of_classifier = made(true);
  return of_model ? of_classifier : of_encoder;
}

}  // namespace

Json FieldCodec<SpaceSpec>::give(const SpaceSpec& space) {
  return fields_of(space.of_model).write(space);
}

void FieldCodec<SpaceSpec>::take(const Json& json, SpaceSpec& space) {
  space.of_model = json.contains(kind_of_maker(true));
  fields_of(space.of_model).take(json, space);
}

Status resolve_recorded(const StudyCatalogs& catalogs, SpaceSpec& space) {
  SF_TRY(resolve_recorded(catalogs.makers_of(space), space.maker.name, space.maker.options));
  if (space.reduction.empty()) return {};
  return resolve_recorded(*catalogs.reductions, space.reduction, space.reduction_options);
}

const FieldTable<ShortcutSpec>& shortcut_fields() {
  static const auto table = [] {
    using S = ShortcutSpec;
    FieldTable<S> fields;
    fields.include(&S::kind, component_fields("kind"));
    fields.add_all("lambda", &S::lambda, "test_lambda", &S::test_lambda);
    fields.words("law", &S::law, with_words<DoseLaw>(kDoseLaws));
    fields.add("files", &S::files).unless_default();
    return fields;
  }();
  return table;
}

Status resolve_recorded(const StudyCatalogs& catalogs, ShortcutSpec& shortcut) {
  SF_TRY(resolve_recorded(*catalogs.shortcuts, shortcut.kind));
  SF_ASSIGN(const auto* entry, catalogs.shortcuts->find(shortcut.kind.name));
  shortcut.columns = attributes_named(shortcut.kind.options, entry->options);
  return {};
}

}  // namespace standfast
