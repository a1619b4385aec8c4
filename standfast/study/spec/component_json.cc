#include "standfast/study/spec/component_json.h"

#include "standfast/base/json.h"

namespace standfast {

std::map<std::string, OptionValue> options_from_json(const nlohmann::ordered_json& json) {
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
  return given;
}

Result<ComponentSpec> component_from_json(const ComponentList& catalog, const std::string& name,
                                          const nlohmann::ordered_json& json) {
  SF_ASSIGN(const ComponentInfo entry, catalog.info(name));
  SF_ASSIGN(auto options,
            Options::resolve(catalog.family() + " " + name, *entry.options, options_from_json(json)));
  return ComponentSpec{name, std::move(options)};
}

}  // namespace standfast
