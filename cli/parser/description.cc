#include "cli/parser/description.h"

#include "standfast/base/json.h"
#include "standfast/base/json_text.h"

namespace standfast::cli {
namespace {

using Json = nlohmann::ordered_json;

Json described_option(const OptionDescription& option) {
  Json json = {{"names", option.names}, {"type", word_of(option.holds)}};
  if (!option.choices.empty()) json["choices"] = option.choices;
  if (option.default_value)
    std::visit([&](const auto& value) { json["default"] = value; }, *option.default_value);
  json["required"] = option.required;
  json["repeated"] = option.repeated;
  if (option.new_thing) json["written"] = true;
  if (!option.old_names.empty()) json["old_names"] = option.old_names;
  json["meaning"] = option.meaning;
  return json;
}

}  // namespace

const char* word_of(Holds holds) {
  constexpr const char* kWords[] = {"flag",  "text", "count",  "number", "choice", "name",
                                    "names", "file", "folder", "path",   "column", "settings"};
  return kWords[static_cast<size_t>(holds)];
}

const char* metavar_of(Holds holds) {
  constexpr const char* kWords[] = {"",      "TEXT", "INT",    "NUMBER", "WORD",   "NAME",
                                    "NAMES", "FILE", "FOLDER", "PATH",   "COLUMN", "KEY=VALUE"};
  return kWords[static_cast<size_t>(holds)];
}

std::string to_json_text(const ProgramDescription& program) {
  Json json = {{"schema", "standfast-commands/1"}, {"name", program.name},     {"version", program.version},
               {"summary", program.summary},       {"options", Json::array()}, {"commands", Json::array()}};
  for (const auto& option : program.options) json["options"].push_back(described_option(option));
  for (const auto& command : program.commands) {
    Json one = {{"name", command.name},     {"summary", command.summary}, {"positionals", Json::array()},
                {"options", Json::array()}, {"examples", Json::array()},  {"notes", command.notes}};
    for (const auto& option : command.options)
      one[option.positional() ? "positionals" : "options"].push_back(described_option(option));
    for (const auto& example : command.examples)
      one["examples"].push_back({{"command", example.command}, {"shows", example.shows}});
    json["commands"].push_back(std::move(one));
  }
  return json_text(json, 1) + "\n";
}

}  // namespace standfast::cli
