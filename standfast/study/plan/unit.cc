#include "standfast/study/plan/unit.h"

#include <algorithm>

#include <fmt/format.h>

#include "standfast/base/digest.h"
#include "standfast/base/json.h"
#include "standfast/version.h"

namespace standfast {

using Json = nlohmann::ordered_json;

const std::string& Unit::need(const UnitKind& wanted) const {
  static const std::string none;
  const auto found =
      std::find_if(needs.begin(), needs.end(), [&](const Need& n) { return n.kind == &wanted; });
  return found == needs.end() ? none : found->key;
}

std::string Unit::label() const {
  return kind->label(*this);
}

std::string failed_need(const UnitKind& kind, const std::string& reason) {
  return fmt::format("its {} failed: {}", kind.one(), reason);
}

const UnitKind* find_unit_kind(std::string_view name) {
  const auto& kinds = unit_kinds();
  const auto found =
      std::find_if(kinds.begin(), kinds.end(), [&](const auto* k) { return k->name() == name; });
  return found == kinds.end() ? nullptr : *found;
}

Status UnitKind::read(const RunFolder&, const Unit&, Artifacts&) const {
  return {};
}

namespace {

const UnitKind* kind_named(const std::string& name) {
  if (const UnitKind* kind = find_unit_kind(name)) return kind;
  throw WrongField(fmt::format("no kind of unit is called \"{}\"", name));
}

// Returns the needs of a unit as the plan keeps them: keys by kind.
Json needs_to_json(const Unit& unit) {
  // Objects and lists are created as such. If a null value becomes one while there is no memory, the library
  // of Debian 12 crashes (nlohmann-json 3.11.2).
  Json needs = Json::object();
  for (const auto& need : unit.needs)
    needs.emplace(need.kind->name(), Json::array()).first->push_back(need.key);
  return needs;
}

void take_needs(const Json& needs, Unit& unit) {
  for (const auto& [name, keys] : needs.items()) {
    const UnitKind* kind = kind_named(name);
    for (const auto& key : keys) unit.needs.push_back({kind, key.get<std::string>()});
  }
}

FieldTable<Unit> fields_of_unit() {
  using U = Unit;
  const auto drawn = [](const U& unit) { return !unit.condition.empty() && unit.encoder.empty(); };
  FieldTable<U> fields;
  fields.add("stage", &U::stage);
  fields.add("key", &U::key);
  fields.add_as(
      "kind", [](const U& unit) { return unit.kind->name(); },
      [](const Json& json, U& unit) { unit.kind = kind_named(json.get<std::string>()); });
  fields.computed("label", [](const U& unit) { return unit.label(); });
  fields.add("corpus", &U::corpus);
  fields.add("condition", &U::condition).unless_default();
  fields.add("model", &U::model).unless_default();
  fields.add("analysis", &U::analysis).unless_default();
  fields.add("encoder", &U::encoder).unless_default();
  fields.add("seed", &U::seed).only_if(drawn);
  fields.add("fold", &U::fold).only_if([=](const U& unit) { return drawn(unit) && !unit.model.empty(); });
  add_rare_fields_of_key(fields);
  fields.add_as("needs", needs_to_json, take_needs).only_if([](const U& unit) {
    return !unit.needs.empty();
  });
  FieldTable<Resources> resources;
  resources.add("cores", &Resources::cores).unless_default();
  resources.add("memory", &Resources::memory).unless_default();
  resources.add("devices", &Resources::devices).unless_default();
  fields.include(&U::resources, resources);
  return fields;
}

const FieldTable<Unit>& unit_fields() {
  static const auto fields = fields_of_unit();
  return fields;
}

}  // namespace

Json unit_to_json(const Unit& unit) {
  return unit_fields().write(unit);
}

Result<Unit> unit_from_json(const Json& json) {
  try {
    Unit unit;
    unit_fields().take(json, unit);
    return unit;
  } catch (const Json::exception& error) {
    return data_error(fmt::format("a line of the plan cannot be read ({})", error.what()));
  }
}

using Json = nlohmann::ordered_json;

std::string key_of_text(std::string_view fields) {
  return sha256_hex(fields).substr(0, 16);
}

std::string key_of(const Json& fields) {
  return key_of_text(fields.dump());
}

Json key_fields(std::string_view operation, const CorpusFacts& corpus) {
  Json fields;
  fields["operation"] = operation;
  fields["version"] = kVersion;
  fields["corpus"] = corpus.name;
  fields["data"] = corpus.sha256;
  // Documents that are kept apart are in no fold, no vectors and no fit.
  for (const auto& side : corpus.sides) fields["sides"].push_back({side.name, side.sha256});
  return fields;
}

Json column_fields(const CorpusFacts& corpus, const std::string& name) {
  const auto values = corpus.attributes.find(name);
  return Json::array({name, values == corpus.attributes.end() ? "" : values->second});
}

void add_model(Json& fields, const ModelSpec& model, const CorpusFacts& corpus) {
  fields["model"] = model.model.name;
  fields["options"] = options_to_json(model.model.options);
  if (!model.files.empty()) fields["files"] = model.files;
  if (!model.document_weight.empty())
    fields["document_weight"] = column_fields(corpus, model.document_weight);
}

}  // namespace standfast
