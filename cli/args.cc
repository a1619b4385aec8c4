#include "cli/args.h"

#include <algorithm>
#include <csignal>
#include <deque>
#include <sstream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/parser/help_text.h"
#include "standfast/base/parallel.h"
#include "standfast/base/processor.h"
#include "standfast/base/simd.h"
#include "standfast/base/standard_streams.h"
#include "standfast/text/printable.h"
#include "standfast/version.h"

namespace standfast::cli {

struct Args::Impl {
  CLI::App* app;
  CommandDescription* description;
  std::deque<OptionDescription> options;  // deque: addresses remain valid while the command declares more

  OptionDescription& describe(const std::string& names, Holds holds, const std::string& help) {
    OptionDescription& option = options.emplace_back();
    std::istringstream list(names);
    for (std::string name; std::getline(list, name, ',');)
      (name.starts_with("~") ? option.old_names : option.names).push_back(name.substr(name.starts_with("~")));
    option.holds = holds;
    option.meaning = help;
    return option;
  }
};

namespace {

// Returns the names in the form that CLI11 takes.
std::string all_names(std::string names) {
  std::erase(names, '~');
  return names;
}

// Refuses an empty word for a number, because CLI11 would take it for 0.
std::string no_number(const std::string& word) {
  const bool blank = word.find_first_not_of(" \t\n") == std::string::npos;
  return blank ? fmt::format("\"{}\" is not a number", word) : std::string();
}

// Refuses an empty value, such as a script produces from an unset variable. It would otherwise count as not
// given.
std::string not_nothing(const std::string& word) {
  return word.empty() ? "the value is empty (a variable that is not set?); give one, or leave the option out"
                      : "";
}

// Refuses a word that is not allowed, with the allowed word that was probably meant.
std::string one_of(const std::vector<std::string>& allowed, const std::string& word) {
  if (std::ranges::find(allowed, word) != allowed.end()) return "";
  const auto hint = nearest_name(word, allowed);
  if (!hint.empty()) return fmt::format("there is no \"{}\"; did you mean \"{}\"?", word, hint);
  return fmt::format("there is no \"{}\"; it is one of: {}", word, fmt::join(allowed, ", "));
}

}  // namespace

Declared& Declared::holds(Holds what, bool new_thing) {
  option_->holds = what;
  option_->new_thing = new_thing;
  return *this;
}
Declared& Declared::file() {
  return holds(Holds::file, false);
}
Declared& Declared::folder() {
  return holds(Holds::folder, false);
}
Declared& Declared::path() {
  return holds(Holds::path, false);
}
Declared& Declared::new_file() {
  return holds(Holds::file, true);
}
Declared& Declared::new_folder() {
  return holds(Holds::folder, true);
}
Declared& Declared::new_path() {
  return holds(Holds::path, true);
}
Declared& Declared::column() {
  return holds(Holds::column, false);
}
Declared& Declared::named(std::vector<std::string> known) {
  option_->choices = std::move(known);
  return holds(Holds::name, false);
}
Declared& Declared::listed(std::vector<std::string> known) {
  option_->choices = std::move(known);
  return holds(Holds::names, false);
}

Declared Args::text(const std::string& names, std::string& target, const std::string& help, bool required) {
  impl_.app->add_option(all_names(names), target)->required(required)->check(not_nothing);
  OptionDescription& option = impl_.describe(names, Holds::text, help);
  option.required = required;
  if (!target.empty()) option.default_value = target;
  return Declared(option);
}
Declared Args::text_or_nothing(const std::string& names, std::string& target, const std::string& help) {
  impl_.app->add_option(all_names(names), target);
  OptionDescription& option = impl_.describe(names, Holds::text, help);
  option.default_value = target;
  return Declared(option);
}
Declared Args::texts(const std::string& names, std::vector<std::string>& target, const std::string& help,
                     bool required) {
  impl_.app->add_option(all_names(names), target)->required(required)->check(not_nothing);
  OptionDescription& option = impl_.describe(names, Holds::text, help);
  option.required = required;
  option.repeated = true;
  return Declared(option);
}
Declared Args::repeated(const std::string& names, std::vector<std::string>& target, const std::string& help) {
  impl_.app->add_option(all_names(names), target)->check(not_nothing)->allow_extra_args(false);
  OptionDescription& option = impl_.describe(names, Holds::text, help);
  option.repeated = true;
  return Declared(option);
}
void Args::count(const std::string& names, int64_t& target, const std::string& help) {
  const auto not_negative = [](const std::string& word) {
    if (word.starts_with("-")) return fmt::format("must not be negative, and {} is", word);
    // CLI11 replaces every number that is too large by the largest one.
    int64_t value = 0;
    const bool too_large =
        CLI::detail::lexical_cast(word, value) && value == INT64_MAX && word != std::to_string(INT64_MAX);
    return too_large ? fmt::format("must be at most {}, and {} is more", INT64_MAX, word) : no_number(word);
  };
  impl_.app->add_option(all_names(names), target)->check(not_negative);
  OptionDescription& option = impl_.describe(names, Holds::count, help);
  // A variable that is negative at first has no default that --help could show.
  if (target >= 0) option.default_value = target;
}
void Args::jobs(int64_t& target, const std::string& help) {
  count("-j,--jobs", target, help);
}
void Args::number(const std::string& names, double& target, const std::string& help) {
  impl_.app->add_option(all_names(names), target)->check(no_number);
  impl_.describe(names, Holds::number, help).default_value = target;
}
void Args::flag(const std::string& names, bool& target, const std::string& help) {
  impl_.app->add_flag(all_names(names), target);
  impl_.describe(names, Holds::flag, help);
}
void Args::choice(const std::string& names, std::string& target, const std::vector<std::string>& allowed,
                  const std::string& help) {
  impl_.app->add_option(all_names(names), target)->check([allowed](const std::string& word) {
    return one_of(allowed, word);
  });
  OptionDescription& option = impl_.describe(names, Holds::choice, help);
  option.choices = allowed;
  if (!target.empty()) option.default_value = target;
}
void Args::settings(const std::string& names, std::map<std::string, OptionValue>& target,
                    const std::string& help) {
  const auto has_value = [](const std::string& word) {
    const auto equals = word.find('=');
    return equals == std::string::npos || equals == 0 ? fmt::format("\"{}\" is not KEY=VALUE", word)
                                                      : std::string();
  };
  const auto add = [&target, names](const CLI::results_t& words) {
    std::map<std::string, std::string> given;
    for (const auto& word : words) {
      const auto equals = word.find('=');
      const std::string key = word.substr(0, equals), value = word.substr(equals + 1);
      if (const auto [first, is_new] = given.emplace(key, value); !is_new && first->second != value)
        throw CLI::ValidationError(
            names, fmt::format("{} is given twice, as \"{}\" and as \"{}\"", key, first->second, value));
      target[key] = value;
    }
    return true;
  };
  impl_.app->add_option(all_names(names), add)
      ->type_name("KEY=VALUE")
      ->type_size(1)
      ->expected(1, 1 << 20)
      ->check(has_value)
      ->take_all();
  impl_.describe(names, Holds::settings, help).repeated = true;
}
std::function<bool()> Args::given(const std::string& name) const {
  return [option = impl_.app->get_option(name)] { return option->count() > 0; };
}
std::function<std::string()> Args::first_given(const std::vector<std::string>& names) const {
  std::vector<std::pair<std::string, std::function<bool()>>> flags;
  for (const auto& name : names) flags.emplace_back(name, given(name));
  return [flags = std::move(flags)] {
    for (const auto& [name, is_given] : flags)
      if (is_given()) return name;
    return std::string();
  };
}
void Args::example(const std::string& command, const std::string& shows) {
  impl_.description->examples.push_back({command, shows});
}
void Args::footer(const std::string& text) {
  impl_.description->notes = text;
}

int threads_of(int64_t jobs) {
  constexpr int64_t kMost = 1024;
  return jobs <= 0 ? available_threads() : static_cast<int>(std::min(jobs, kMost));
}

namespace {

// Joins the words of a command: "split diff A B" means "split-diff A B", if the first two words that are not
// flags make the name of a command. A corpus named diff is written ./diff there.
std::vector<std::string> with_commands_in_one_word(std::vector<std::string> words,
                                                   const std::vector<Command>& commands) {
  const auto word =
      std::find_if(words.begin(), words.end(), [](const auto& w) { return !w.starts_with("-"); });
  if (word == words.end() || word + 1 == words.end()) return words;
  const std::string name = *word + "-" + *(word + 1);
  if (std::none_of(commands.begin(), commands.end(), [&](const Command& one) { return one.name == name; }))
    return words;
  *word = name;
  words.erase(word + 1);
  return words;
}

}  // namespace

namespace {

constexpr const char* kSummary =
    "Standfast measures how much of a text model's score stands fast when the topic, the shortcut or the "
    "data "
    "distribution changes.";

OptionDescription common_flag(std::vector<std::string> names, std::string meaning) {
  OptionDescription option;
  option.names = std::move(names);
  option.holds = Holds::flag;
  option.meaning = std::move(meaning);
  return option;
}

// Returns the commands without their flags.
ProgramDescription named_commands(const std::vector<Command>& commands) {
  ProgramDescription program{"standfast", kVersion, kSummary, {}, {}};
  program.options = {common_flag({"-h", "--help"}, "Print this help"),
                     common_flag({"-V", "--version"}, "Print the version"),
                     common_flag({"-q", "--quiet"}, "Print only warnings and errors on stderr")};
  for (const auto& command : commands)
    program.commands.push_back({command.name, command.summary, {}, {}, {}});
  return program;
}

// Binds the flags of a command to the parser, and describes them.
std::function<Status()> declare(const Command& command, CLI::App& app, CommandDescription& described) {
  Args::Impl impl{&app, &described, {}};
  Args args(impl);
  auto run = command.declare(args);
  described.options.assign(impl.options.begin(), impl.options.end());
  return run;
}

const CLI::Option* option_of(const CLI::App& app, const CLI::App* sub, const std::string& name) {
  const CLI::Option* found = sub != nullptr ? sub->get_option_no_throw(name) : nullptr;
  return found != nullptr ? found : app.get_option_no_throw(name);
}

// Returns "there is no option "--athor"; did you mean "--author"?" for an unknown option anywhere in the
// words, or "" if there is none. An unknown option is the cause of whatever else went wrong.
std::string unknown_option(const std::vector<std::string>& words, const CLI::App& app, const CLI::App* sub,
                           const ProgramDescription& program, const CommandDescription* command) {
  for (size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    const std::string name = words[i].substr(0, words[i].find('='));
    if (!name.starts_with("--") || name.size() < 3 || option_of(app, sub, name) != nullptr) continue;
    // This word is the value of the option before it.
    if (i > 0 && words[i - 1].starts_with("-") && words[i - 1].find('=') == std::string::npos)
      if (const auto* before = option_of(app, sub, words[i - 1]);
          before && before->get_items_expected_min() > 0)
        continue;
    std::vector<std::string> known;
    for (const auto& option : program.options) known.push_back(option.name());
    for (size_t k = 0; command != nullptr && k < command->options.size(); ++k)
      if (!command->options[k].positional()) known.push_back(command->options[k].name());
    const auto hint = nearest_name(name, known);
    return fmt::format("there is no option \"{}\"{}", name,
                       hint.empty() ? std::string() : fmt::format("; did you mean \"{}\"?", hint));
  }
  return "";
}

std::string unknown_command(const std::vector<std::string>& words, const std::vector<Command>& commands) {
  const auto word = std::ranges::find_if(words, [](const auto& w) { return !w.starts_with("-"); });
  if (word == words.end()) return "";
  std::vector<std::string> names;
  for (const auto& command : commands) names.push_back(command.name);
  const auto hint = nearest_name(*word, names);
  return hint.empty() ? "" : fmt::format("there is no command \"{}\"; did you mean \"{}\"?", *word, hint);
}

}  // namespace

ProgramDescription describe_program(const std::vector<Command>& commands) {
  ProgramDescription program = named_commands(commands);
  for (size_t i = 0; i < commands.size(); ++i) {
    CLI::App app;  // nothing is parsed with it
    declare(commands[i], app, program.commands[i]);
  }
  return program;
}

Result<Wish> parse_command_line(const std::vector<std::string>& words, const std::vector<Command>& commands) {
  // --describe prints the data for help, man pages and completions. Users do not need it, so nothing
  // lists it.
  if (words == std::vector<std::string>{"--describe"})
    return Wish{{}, to_json_text(describe_program(commands)), false};
  // --parse tells if words are a valid command, without running it: for tests of examples, and for scripts
  // that check scripts.
  if (!words.empty() && words.front() == "--parse") {
    SF_ASSIGN(const Wish parsed, parse_command_line({words.begin() + 1, words.end()}, commands));
    return Wish{[] { return Status(); }, "", parsed.quiet};
  }
  ProgramDescription program = named_commands(commands);
  if (words.empty()) return Wish{{}, help_text(program, columns_of_output()), false};
  // Commands query their flags while they run, and the parser owns the flags.
  const auto parser = std::make_shared<CLI::App>("", "standfast");
  CLI::App& app = *parser;
  app.set_version_flag("-V,--version", std::string("standfast ") + kVersion);
  app.require_subcommand(1);
  Wish wish;
  app.add_flag("-q,--quiet", wish.quiet);
  const auto joined = with_commands_in_one_word(words, commands);
  for (size_t i = 0; i < commands.size(); ++i) {
    const Command& command = commands[i];
    CLI::App* sub = app.add_subcommand(command.name);
    // Declaring the flags of all commands takes longer than most commands take to begin. Commands that no
    // word names are skipped.
    if (std::ranges::find(joined, command.name) == joined.end()) continue;
    sub->fallthrough();
    auto run = declare(command, *sub, program.commands[i]);
    sub->callback([run = std::move(run), &wish, &parser] { wish.run = [run, parser] { return run(); }; });
  }
  try {
    app.parse(std::vector<std::string>(joined.rbegin(), joined.rend()));  // CLI11 takes the last word first
    return wish;
  } catch (const CLI::ParseError& error) {
    const CLI::App* sub = app.get_subcommands().empty() ? nullptr : app.get_subcommands().front();
    const CommandDescription* command = nullptr;
    for (const auto& one : program.commands)
      if (sub != nullptr && one.name == sub->get_name()) command = &one;
    if (dynamic_cast<const CLI::CallForHelp*>(&error) != nullptr) {
      const size_t columns = columns_of_output();
      return Wish{{}, command ? help_text(program, *command, columns) : help_text(program, columns), false};
    }
    if (error.get_exit_code() == 0) return Wish{{}, std::string(error.what()) + "\n", false};
    std::string message = unknown_option(joined, app, sub, program, command);
    if (message.empty() && sub == nullptr) message = unknown_command(joined, commands);
    if (message.empty()) message = error.what();
    return usage_error(
        fmt::format("{} (see standfast {}--help)", message, sub == nullptr ? "" : sub->get_name() + " "));
  }
}

namespace {

// The exit code that a shell reports for a program ended by a closed pipe.
constexpr int kReaderGone = 128 + SIGPIPE;

Status run_wish(Result<Wish> wish) {
  if (!wish) return Failure(wish.error());
  set_quiet(wish->quiet);
  print(wish->text);
  return wish->run ? wish->run() : Status();
}

}  // namespace

int run_command_line(int argc, char** argv, const std::vector<Command>& commands) {
  Status status = check_processor();
  if (status) status = check_simd_level();
  if (status) status = run_wish(parse_command_line({argv + std::min(argc, 1), argv + argc}, commands));
  if (const Status finished = finish_standard_output(); !finished && status) status = finished;
  const auto lost = standard_output_failure();
  // True if nothing else went wrong. A command that writes a file to standard output returns this failure as
  // its own.
  const bool only_output = lost && (status || status.error().message.ends_with(lost->error.message));
  if (only_output && lost->reader_gone) return kReaderGone;
  if (only_output) status = Failure(lost->error);
  if (status) return 0;
  std::string message = status.error().message;
  if (lost && !only_output && !lost->reader_gone)
    message += (message.empty() ? "" : "; ") + lost->error.message;
  if (!message.empty()) write_standard_error(fmt::format("standfast: {}\n", message_line(message)));
  return exit_code(status.error().kind);
}

}  // namespace standfast::cli
