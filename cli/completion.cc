// standfast completion: completion scripts for shells, and the manual pages, made from the parser's
// description of the commands: options, words of choices, names of components, files and folders. The single
// file of the program contains everything they need; a script needs only its shell, no completion package.
#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/commands.h"
#include "cli/parser/help_text.h"
#include "standfast/base/file.h"

namespace standfast::cli {
namespace {

// The kinds of completion, common to the three shells.
enum class Completed { nothing, words, files, folders };

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

// Returns the choices, except choices with a space, which no shell completes as one word.
std::string words_of_choices(const OptionDescription& option) {
  std::string words;
  for (const auto& choice : option.choices)
    if (choice.find_first_of(" '\"\\$`") == std::string::npos) words += (words.empty() ? "" : " ") + choice;
  return words;
}

// Returns the meaning on one short line.
std::string short_meaning(const std::string& meaning) {
  constexpr size_t kMost = 72;
  std::string line = meaning;
  std::ranges::replace(line, '\n', ' ');
  if (line.size() <= kMost) return line;
  const size_t space = line.rfind(' ', kMost);
  return line.substr(0, space == std::string::npos ? kMost : space) + " ...";
}

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

std::string option_names(const std::vector<OptionDescription>& options) {
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

std::string bash_completion(const ProgramDescription& program) {
  std::string text = kBegin, commands;
  std::map<std::string, std::string> values;  // patterns by what completes them
  std::string options, positionals;
  const std::string common = option_names(program.options);
  for (const auto& command : program.commands) {
    commands += command.name + " ";
    options += fmt::format("      {}) _standfast_words '{} {}' ;;\n", command.name,
                           option_names(command.options), common);
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

// Escapes text inside '...' of a specification of _arguments.
std::string zsh_escaped(const std::string& text) {
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
  const std::string meaning = zsh_escaped(short_meaning(option.meaning));
  if (option.positional())
    return fmt::format("'{}:{}:{}'", option.repeated && last_positional ? "*" : "",
                       zsh_escaped(option.name()), zsh_action(option));
  std::string value;
  if (option.holds != Holds::flag)
    value = fmt::format(":{}:{}", zsh_escaped(metavar_of(option.holds)), zsh_action(option));
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

std::string zsh_completion(const ProgramDescription& program) {
  std::string text =
      "#compdef standfast\n"
      "# Completion of standfast for zsh, written by: standfast completion zsh\n"
      "_standfast() {\n"
      "  local curcontext=$curcontext state line\n  typeset -A opt_args\n  local -a commands\n  commands=(\n";
  for (const auto& command : program.commands)
    text += fmt::format("    '{}:{}'\n", command.name, zsh_escaped(short_meaning(command.summary)));
  text += fmt::format("  )\n  _arguments -C{} \\\n        '1:command:->command' '*::argument:->argument'\n",
                      specifications(program.options));
  text +=
      "  case $state in\n"
      "    command) _describe -t commands command commands ;;\n"
      "    argument)\n"
      "      case $words[1] in\n";
  for (const auto& command : program.commands)
    text += fmt::format("      {})\n        _arguments{}{} ;;\n", command.name,
                        specifications(command.options), specifications(program.options));
  return text +
         "      esac ;;\n  esac\n}\nif [[ $funcstack[1] == _standfast ]]; then\n  _standfast \"$@\"\nelse\n"
         "  compdef _standfast standfast\nfi\n";
}

struct CompletionArgs {
  std::string shell, prefix;
};

Status write_below(const std::string& prefix, const std::string& folder, const std::string& name,
                   const std::string& bytes) {
  const std::string path = fmt::format("{}/share/{}", prefix, folder);
  SF_TRY(make_directories(path));
  return write_file(path + "/" + name, bytes);
}

Status write_all(const std::string& prefix) {
  const auto program = describe_program(all_commands());
  for (const auto& page : man_pages(program)) SF_TRY(write_below(prefix, "man/man1", page.file, page.text));
  SF_TRY(write_below(prefix, "bash-completion/completions", "standfast", bash_completion(program)));
  SF_TRY(write_below(prefix, "zsh/site-functions", "_standfast", zsh_completion(program)));
  SF_TRY(write_below(prefix, "fish/vendor_completions.d", "standfast.fish", fish_completion(program)));
  terminal().info(fmt::format("wrote {} manual pages and completions of three shells below {}/share",
                              program.commands.size() + 1, prefix));
  return {};
}

Status run(const CompletionArgs& args) {
  if (args.shell.empty() == args.prefix.empty())
    return usage_error("completion: give either a shell (bash, zsh, fish) or --prefix FOLDER");
  if (!args.prefix.empty()) return write_all(args.prefix);
  const auto program = describe_program(all_commands());
  print(args.shell == "bash"  ? bash_completion(program)
        : args.shell == "zsh" ? zsh_completion(program)
                              : fish_completion(program));
  return {};
}

}  // namespace

Command completion_command() {
  return {"completion", "Print the completion script of a shell, or write all scripts and the manual",
          [](Args& args) {
            auto given = std::make_shared<CompletionArgs>();
            args.choice("SHELL", given->shell, {"bash", "zsh", "fish"}, "Print the completion of this shell");
            args.text("--prefix", given->prefix,
                      "Write manual pages and the completions of all shells below this folder, where shells "
                      "and man look: share/man/man1, share/bash-completion/completions, "
                      "share/zsh/site-functions, share/fish/vendor_completions.d")
                .new_folder();
            args.example("source <(standfast completion bash)", "Complete words in this bash");
            args.example("standfast completion --prefix ~/.local",
                         "Install the manual and completions for one user");
            args.footer(
                "In ~/.bashrc: source <(standfast completion bash)\n"
                "In ~/.zshrc, after compinit: source <(standfast completion zsh)\n"
                "In ~/.config/fish/config.fish: standfast completion fish | source");
            return [given] { return run(*given); };
          }};
}

}  // namespace standfast::cli
