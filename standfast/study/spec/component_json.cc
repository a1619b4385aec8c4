#include "standfast/study/spec/component_json.h"

#include <algorithm>
#include <string_view>

#include "standfast/base/json.h"

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

}  // namespace standfast
