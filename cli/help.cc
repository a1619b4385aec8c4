// standfast help, version: the texts of --help and --version as commands.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.h"
#include "cli/parser/help_text.h"
#include "standfast/version.h"

namespace standfast::cli {
namespace {

std::vector<std::string> names_of_commands() {
  std::vector<std::string> names;
  for (const auto& command : all_commands()) names.push_back(command.name);
  return names;
}

Status say_help(const std::vector<std::string>& words) {
  const auto program = describe_program(all_commands());
  if (words.empty()) {
    print(help_text(program, columns_of_output()));
    return {};
  }
  const std::string name = fmt::format("{}", fmt::join(words, "-"));  // help split diff
  for (const auto& command : program.commands) {
    if (command.name != name) continue;
    print(help_text(program, command, columns_of_output()));
    return {};
  }
  const auto hint = nearest_name(name, names_of_commands());
  return usage_error(
      fmt::format("help: there is no command \"{}\"{}", name,
                  hint.empty() ? " (see standfast --help)" : fmt::format("; did you mean \"{}\"?", hint)));
}

}  // namespace

Command help_command() {
  return {
      "help", "Show the arguments of a command, with examples", [](Args& args) {
        auto words = std::make_shared<std::vector<std::string>>();
        args.texts("COMMAND", *words, "Command to describe (default: list all)").named(names_of_commands());
        args.example("standfast help split", "Show the arguments of split");
        return [words] { return say_help(*words); };
      }};
}

Command version_command() {
  return {"version", "Print the version", [](Args& args) {
            args.example("standfast version", "Print the version");
            return []() -> Status {
              print(fmt::format("standfast {}\n", kVersion));
              return {};
            };
          }};
}

}  // namespace standfast::cli
