#include "standfast/study/spec/shortcut/shortcut_json.h"

#include "standfast/base/json.h"
#include "standfast/study/spec/component_json.h"

namespace standfast {

nlohmann::ordered_json shortcut_to_json(const ShortcutSpec& shortcut) {
  nlohmann::ordered_json json = {{"kind", shortcut.kind.name},
                                 {"options", options_to_json(shortcut.kind.options)},
                                 {"lambda", shortcut.lambda},
                                 {"test_lambda", shortcut.test_lambda},
                                 {"law", kDoseLaws[static_cast<size_t>(shortcut.law)]}};
  if (!shortcut.files.empty()) json["files"] = shortcut.files;
  return json;
}

ShortcutSpec recorded_shortcut(const nlohmann::ordered_json& json) {
  ShortcutSpec shortcut;
  json.at("kind").get_to(shortcut.kind.name);
  shortcut.kind.options = Options::recorded(options_from_json(json.at("options")));
  json.at("lambda").get_to(shortcut.lambda);
  json.at("test_lambda").get_to(shortcut.test_lambda);
  shortcut.law = json.at("law").get<std::string>() == kDoseLaws[1] ? DoseLaw::product : DoseLaw::mixture;
  shortcut.files = json.value("files", shortcut.files);
  return shortcut;
}

Result<ShortcutSpec> shortcut_from_json(const nlohmann::ordered_json& json, const StudyCatalogs& catalogs) {
  ShortcutSpec shortcut = recorded_shortcut(json);
  SF_ASSIGN(shortcut.kind, component_from_json(*catalogs.shortcuts, shortcut.kind.name, json.at("options")));
  SF_ASSIGN(const auto* entry, catalogs.shortcuts->find(shortcut.kind.name));
  shortcut.columns = attributes_named(shortcut.kind.options, entry->options);
  return shortcut;
}

}  // namespace standfast
