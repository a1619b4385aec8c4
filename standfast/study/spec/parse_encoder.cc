#include "standfast/study/spec/parse_parts.h"

namespace standfast {

Result<std::optional<EncoderChoice>> parse_encoder(TableReader& reader, const std::string& file,
                                                   const EncoderCatalog& catalog, bool of_topics) {
  const TomlValue* value = reader.take("encoder");
  if (value == nullptr) return std::nullopt;
  EncoderChoice choice;
  PlacedOptions given;
  given.line = value->line;
  if (const auto* name = std::get_if<std::string>(&value->value)) {
    choice.name = *name;
  } else {
    const auto* table = std::get_if<TomlTable>(&value->value);
    if (table == nullptr) return reader.wrong_type("encoder", *value, "a table { method = \"...\" }");
    TableReader inner(*table, value->line, file, reader.owner() + ": encoder");
    SF_ASSIGN(choice.name, inner.text("method"));
    if (choice.name.empty()) return inner.fail_here(inner.owner() + " names no method");
    if (of_topics) {
      SF_ASSIGN(const std::string aggregate,
                inner.word("aggregate", {std::begin(kAggregates), std::end(kAggregates)}, "mean"));
      SF_ASSIGN(choice.aggregate, aggregate_from_name(aggregate));
    }
    SF_ASSIGN(choice.seed, inner.count("seed", 0));
    SF_ASSIGN(given, inner.rest());
  }
  SF_ASSIGN(ComponentSpec component, reader.resolve(catalog, choice.name, given));
  choice.options = std::move(component.options);
  return choice;
}

}  // namespace standfast
