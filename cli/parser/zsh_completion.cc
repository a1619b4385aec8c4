#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/parser/completion.h"

namespace standfast::cli {
namespace {

// Inside '...' of a specification of _arguments.
std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'')
      out += "'\\''";
    else if (c == '[' || c == ']' || c == ':' || c == '\\')
      out += std::string{'\\', c};
    else
      out += c;
  }
  return out;
}

std::string zsh_action(const OptionDescription& option) {
  switch (completed_by(option)) {
    case Completed::words:
      return option.holds == Holds::names ? fmt::format("_values -s , name {}", words_of_choices(option))
                                          : fmt::format("({})", words_of_choices(option));
    case Completed::files:
      return "_files";
    case Completed::folders:
      return "_files -/";
    case Completed::nothing:
      break;
  }
  return " ";
}

std::string specification(const OptionDescription& option, bool last_positional) {
  const std::string meaning = escaped(short_meaning(option.meaning));
  if (option.positional())
    return fmt::format("'{}:{}:{}'", option.repeated && last_positional ? "*" : "", escaped(option.name()),
                       zsh_action(option));
  std::string value;
  if (option.holds != Holds::flag)
    value = fmt::format(":{}:{}", escaped(metavar_of(option.holds)), zsh_action(option));
  if (option.names.size() == 1)
    return fmt::format("'{}{}[{}]{}'", option.repeated ? "*" : "", option.name(), meaning, value);
  return fmt::format("'({})'{{{}}}'[{}]{}'", fmt::join(option.names, " "), fmt::join(option.names, ","),
                     meaning, value);
}

std::string specifications(const std::vector<OptionDescription>& options) {
  std::string text;
  for (size_t i = 0; i < options.size(); ++i) {
    bool last = true;
    for (size_t k = i + 1; k < options.size(); ++k) last = last && !options[k].positional();
    text += fmt::format(" \\\n        {}", specification(options[i], last));
  }
  return text;
}

}  // namespace

std::string zsh_completion(const ProgramDescription& program) {
  std::string text =
      "#compdef standfast\n# Completion of standfast for zsh, written by: standfast completion zsh\n_standfast() {\n"
      "  local curcontext=$curcontext state line\n  typeset -A opt_args\n  local -a commands\n  commands=(\n";
  for (const auto& command : program.commands)
    text += fmt::format("    '{}:{}'\n", command.name, escaped(short_meaning(command.summary)));
  text += fmt::format("  )\n  _arguments -C{} \\\n        '1:command:->command' '*::argument:->argument'\n",
                      specifications(program.options));
  text +=
      "  case $state in\n    command) _describe -t commands command commands ;;\n    argument)\n      case $words[1] in\n";
  for (const auto& command : program.commands)
    text += fmt::format("      {})\n        _arguments{}{} ;;\n", command.name,
                        specifications(command.options), specifications(program.options));
  return text +
         "      esac ;;\n  esac\n}\nif [[ $funcstack[1] == _standfast ]]; then\n  _standfast \"$@\"\nelse\n"
         "  compdef _standfast standfast\nfi\n";
}

}  // namespace standfast::cli
