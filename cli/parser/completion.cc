#include "cli/parser/completion.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace standfast::cli {

Completed completed_by(const OptionDescription& option) {
  switch (option.holds) {
    case Holds::choice:
    case Holds::name:
    case Holds::names:
      return Completed::words;
    case Holds::file:
    case Holds::path:
      return Completed::files;
    case Holds::folder:
      return Completed::folders;
    default:
      return Completed::nothing;
  }
}

std::string words_of_choices(const OptionDescription& option) {
  std::string words;
  for (const auto& choice : option.choices)
    if (choice.find_first_of(" '\"\\$`") == std::string::npos) words += (words.empty() ? "" : " ") + choice;
  return words;
}

std::string short_meaning(const std::string& meaning) {
  constexpr size_t kMost = 72;
  std::string line = meaning;
  std::ranges::replace(line, '\n', ' ');
  if (line.size() <= kMost) return line;
  const size_t space = line.rfind(' ', kMost);
  return line.substr(0, space == std::string::npos ? kMost : space) + " ...";
}

namespace {

constexpr const char* kBegin = R"(# Completion of standfast for bash, written by: standfast completion bash
_standfast_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$word"); }
_standfast_files() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen "$1" -- "$word")
}
_standfast() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command= i
  COMPREPLY=()
  # bash cuts words at "=": --format=csv are three.
  if [[ $word == '=' ]]; then
    word=
  elif [[ $before == '=' ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((i = 1; i < COMP_CWORD; ++i)); do
    if [[ ${COMP_WORDS[i]} != -* ]]; then
      command=${COMP_WORDS[i]}
      break
    fi
  done
)";

std::string names_of(const std::vector<OptionDescription>& options) {
  std::string names;
  for (const auto& option : options)
    if (!option.positional())
      names += fmt::format("{}{}", names.empty() ? "" : " ", fmt::join(option.names, " "));
  return names;
}

std::string action(const OptionDescription& option) {
  switch (completed_by(option)) {
    case Completed::words:
      return fmt::format("_standfast_words '{}'", words_of_choices(option));
    case Completed::files:
      return "_standfast_files -f";
    case Completed::folders:
      return "_standfast_files -d";
    case Completed::nothing:
      break;
  }
  return ":";
}

}  // namespace

std::string bash_completion(const ProgramDescription& program) {
  std::string text = kBegin, commands;
  std::map<std::string, std::string> values;  // patterns by what completes them
  std::string options, positionals;
  const std::string common = names_of(program.options);
  for (const auto& command : program.commands) {
    commands += command.name + " ";
    options += fmt::format("      {}) _standfast_words '{} {}' ;;\n", command.name, names_of(command.options),
                           common);
    std::string words;
    const char* files = nullptr;
    for (const auto& option : command.options) {
      if (option.holds == Holds::flag) continue;
      if (option.positional()) {
        const Completed by = completed_by(option);
        if (by == Completed::words) words += words_of_choices(option) + " ";
        if (by == Completed::files) files = "-f";
        if (by == Completed::folders && files == nullptr) files = "-d";
        continue;
      }
      std::string& patterns = values[action(option)];
      for (const auto& name : option.names)
        patterns += fmt::format("{}'{} {}'", patterns.empty() ? "" : " | ", command.name, name);
    }
    if (!words.empty()) positionals += fmt::format("    {}) _standfast_words '{}' ;;\n", command.name, words);
    if (words.empty() && files != nullptr)
      positionals += fmt::format("    {}) _standfast_files {} ;;\n", command.name, files);
  }
  text += fmt::format("  if [[ -z $command ]]; then\n    _standfast_words '{}{}'\n    return\n  fi\n",
                      commands, common);
  text += "  case \"$command $before\" in\n";
  for (const auto& [what, patterns] : values)
    text += fmt::format("    {})\n      {}\n      return ;;\n", patterns, what);
  text += "  esac\n  if [[ $word == -* ]]; then\n    case $command in\n" + options +
          "    esac\n    return\n  fi\n";
  return text + "  case $command in\n" + positionals + "  esac\n}\ncomplete -F _standfast standfast\n";
}

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

namespace {

// Escapes text inside '...' of a specification of _arguments.
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
