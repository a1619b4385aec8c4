// Study of a run in the form of provenance.json, with its components: their names and resolved options.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "standfast/base/field_table.h"
#include "standfast/study/spec/spec.h"

namespace standfast {

// The codec of options. They are read without checks (Options::recorded): this version need not have the
// component.
template <>
struct FieldCodec<Options> {
  static nlohmann::ordered_json give(const Options& options) { return options_to_json(options); }
  static void take(const nlohmann::ordered_json& json, Options& options);
};

// Returns the fields of a component: its name under `kind`, and its options.
FieldTable<ComponentSpec> component_fields(const std::string& kind, const std::string& options = "options");
// Returns the same fields of an encoder, and its seed.
FieldTable<EncoderChoice> encoder_fields(const std::string& kind, const std::string& options = "options",
                                         const std::string& seed = "seed");

// Checks the recorded options against the options of the component, and fills in missing ones. A usage error
// if the catalog has no such component.
Status resolve_recorded(const ComponentList& catalog, const std::string& name, Options& options);
inline Status resolve_recorded(const ComponentList& catalog, ComponentSpec& component) {
  return resolve_recorded(catalog, component.name, component.options);
}

// Returns the values of an enum with their words, which stand in its order.
template <class Enum, class Words>
std::vector<std::pair<std::string, Enum>> with_words(const Words& words) {
  std::vector<std::pair<std::string, Enum>> values;
  for (const auto& word : words) values.emplace_back(word, static_cast<Enum>(values.size()));
  return values;
}

// The codec of a condition's space, as a run records it. Its maker stands under "model" or "encoder".
template <>
struct FieldCodec<SpaceSpec> {
  static nlohmann::ordered_json give(const SpaceSpec& space);
  static void take(const nlohmann::ordered_json& json, SpaceSpec& space);
};

Status resolve_recorded(const StudyCatalogs& catalogs, SpaceSpec& space);

// Returns the fields of a condition's shortcut, as a run records it, without columns, which its options name.
const FieldTable<ShortcutSpec>& shortcut_fields();
// Resolves the options of a recorded shortcut and finds its columns.
Status resolve_recorded(const StudyCatalogs& catalogs, ShortcutSpec& shortcut);

// Returns the study with components as they were recorded, unchecked, and without the columns that their
// options name: this version need not have the components. For readers of runs; code that continues a run
// uses study_from_json(). Throws exceptions of nlohmann::json.
StudySpec recorded_study(const nlohmann::ordered_json& json);

}  // namespace standfast
