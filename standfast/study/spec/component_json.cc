#include "standfast/study/spec/component_json.h"

#include <algorithm>
#include <string_view>

#include "standfast/base/json.h"

namespace standfast {
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
