#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "standfast/study/spec/parse_parts.h"
#include "standfast/study/task/task.h"

namespace standfast {

Result<uint32_t> parse_fits(const TableReader& reader, const TomlValue& value) {
  const auto* number = std::get_if<int64_t>(&value.value);
  if (number == nullptr) return reader.wrong_type("fits", value, "a whole number");
  if (*number < 1 || *number > int64_t{kMostFits})
    return reader.fail_at(value.line,
                          fmt::format("{}: fits is 1 to {}, not {}", reader.owner(), kMostFits, *number));
  return static_cast<uint32_t>(*number);
}

namespace {

// Parses document-weight = "trust": only for classifiers that take weights.
Result<std::string> parse_document_weight(TableReader& reader, const std::string& type,
                                          const StudyCatalogs& catalogs, const Task& task) {
  const TomlValue* value = reader.take("document-weight");
  if (value == nullptr) return "";
  const auto fail = [&](const std::string& why) {
    return reader.fail_at(value->line, fmt::format("{}: document-weight {}", reader.owner(), why));
  };
  const auto* name = std::get_if<std::string>(&value->value);
  if (name == nullptr) return reader.wrong_type("document-weight", *value, "the name of a column");
  if (!task.traits().has_target) return fail("is for classifiers; it needs task = \"classification\"");
  if (const auto objection = objection_to_attribute(*name); !objection.empty() && !role_from_name(*name))
    return fail("names a column that " + objection);
  std::vector<std::string> takers;
  for (const auto& entry : catalogs.classifiers->entries())
    if (entry.traits.weights) takers.push_back(entry.name);
  if (std::find(takers.begin(), takers.end(), type) == takers.end())
    return fail(fmt::format("is for classifiers that take weights ({}); {} takes none",
                            fmt::join(takers, ", "), type));
  return *name;
}

// Parses devices = 1: only for models that run a program, because nothing else can use a device.
Result<uint32_t> parse_devices(TableReader& reader, const std::string& type, const ComponentList& catalog) {
  const TomlValue* value = reader.take("devices");
  if (value == nullptr) return 0;
  const auto fail = [&](const std::string& why) {
    return reader.fail_at(value->line, fmt::format("{}: devices {}", reader.owner(), why));
  };
  const auto* number = std::get_if<int64_t>(&value->value);
  if (number == nullptr) return reader.wrong_type("devices", *value, "a whole number");
  if (*number < 0 || *number > int64_t{kMostDevices})
    return fail(fmt::format("is 0 to {}, not {}", kMostDevices, *number));
  const auto entry = catalog.info(type);
  if (!entry) return reader.fail_here(entry.error().message);
  const bool runs_program =
      std::any_of(entry->options->begin(), entry->options->end(),
                  [](const auto& option) { return option.kind == OptionKind::command; });
  if (*number > 0 && !runs_program)
    return fail(fmt::format("is for models that run a program (type = \"command\"); {} needs none", type));
  return static_cast<uint32_t>(*number);
}

// Checks groups: some robust models need them in every condition, as a planted cue or as the column `group`.
Status check_groups(const TableReader& reader, const ModelSpec& model, const StudyCatalogs& catalogs,
                    const StudySpec& study) {
  if (!study.the_task().traits().has_target || !study.group.empty()) return {};
  SF_ASSIGN(const auto* const entry, catalogs.classifiers->find(model.model.name));
  if (!entry->traits.needs_groups || !entry->traits.needs_groups(model.model.options)) return {};
  for (const auto& condition : study.conditions)
    if (!condition.shortcut)
      return reader.fail_here(fmt::format(
          "model \"{}\" needs groups of training documents, and condition \"{}\" plants no cue that could "
          "be one; name their column (group = \"...\" at the top of the study), or set groups = \"inferred\"",
          model.name, condition.name));
  return {};
}

}  // namespace

Result<ModelSpec> parse_model(TableReader reader, const StudyCatalogs& catalogs, const StudySpec& study) {
  const Task& task = study.the_task();
  ModelSpec model;
  SF_ASSIGN(const std::string type, reader.text("type"));
  if (type.empty() && reader.has("command"))
    return reader.fail_here("this [[model]] has a command and no type; a program has type = \"command\"");
  if (type.empty()) return reader.missing("type", "this [[model]] has no type (standfast ls lists them)");
  SF_ASSIGN(model.name, reader.text("name", type));
  SF_ASSIGN(model.document_weight, parse_document_weight(reader, type, catalogs, task));
  SF_ASSIGN(model.devices, parse_devices(reader, type, task.models(catalogs)));
  if (const TomlValue* value = reader.take("fits")) {
    SF_ASSIGN(model.fits, parse_fits(reader, *value));
  }
  SF_ASSIGN(const auto given, reader.rest());
  SF_ASSIGN(model.model, reader.resolve(task.models(catalogs), type, given));
  SF_TRY(check_groups(reader, model, catalogs, study));
  return model;
}

Result<PredictionsSpec> parse_predictions(TableReader reader) {
  PredictionsSpec predictions;
  SF_ASSIGN(predictions.path, reader.text("path"));
  if (predictions.path.empty()) return reader.missing("path", "these [[predictions]] have no path");
  SF_ASSIGN(predictions.name, reader.text("name", stem(predictions.path)));
  SF_TRY(reader.finish());
  return predictions;
}

}  // namespace standfast
