#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/parser/completion.h"

namespace standfast::cli {
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

}  // namespace standfast::cli
