#include <fmt/format.h>

#include "cli/parser/completion.h"

namespace standfast::cli {
namespace {

std::string in_quotes(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' || c == '\\' ? std::string{'\\', c} : std::string(1, c);
  return out + "'";
}

std::string fish_value(const OptionDescription& option) {
  switch (completed_by(option)) {
    case Completed::words:
      return " -x -a " + in_quotes(words_of_choices(option));
    case Completed::files:
      return " -r -F";
    case Completed::folders:
      return " -x -a '(__fish_complete_directories)'";
    case Completed::nothing:
      break;
  }
  return option.holds == Holds::flag ? "" : " -x";
}

std::string fish_names(const OptionDescription& option) {
  std::string names;
  for (const auto& name : option.names)
    names += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  return names;
}

}  // namespace

std::string fish_completion(const ProgramDescription& program) {
  std::string text =
      "# Completion of standfast for fish, written by: standfast completion fish\ncomplete -c standfast -f\n";
  for (const auto& option : program.options)
    text += fmt::format("complete -c standfast{} -d {}\n", fish_names(option),
                        in_quotes(short_meaning(option.meaning)));
  for (const auto& command : program.commands)
    text += fmt::format("complete -c standfast -n __fish_use_subcommand -a {} -d {}\n", command.name,
                        in_quotes(short_meaning(command.summary)));
  for (const auto& command : program.commands) {
    const std::string when =
        fmt::format("complete -c standfast -n '__fish_seen_subcommand_from {}'", command.name);
    for (const auto& option : command.options) {
      if (!option.positional())
        text += fmt::format("{}{}{} -d {}\n", when, fish_names(option), fish_value(option),
                            in_quotes(short_meaning(option.meaning)));
      else if (completed_by(option) == Completed::words)
        text += fmt::format("{} -a {}\n", when, in_quotes(words_of_choices(option)));
      else if (completed_by(option) != Completed::nothing)
        text += when + " -F\n";
    }
  }
  return text;
}

}  // namespace standfast::cli
