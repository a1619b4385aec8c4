// The part of a command line parser that a command file needs. CLI11 costs seconds of compilation per file,
// so only args.cc includes it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cli/parser/description.h"
#include "cli/terminal.h"
#include "standfast/base/options.h"
#include "standfast/base/result.h"
#include "standfast/base/sink.h"

namespace standfast::cli {

// One declared flag or positional, to say more about it: what its value names is known to help and to completion.
class Declared {
 public:
  explicit Declared(OptionDescription& option) : option_(&option) {}

  Declared& file();    // is read
  Declared& folder();  // is read
  Declared& path();    // a file or a folder, to read
  Declared& new_file();
  Declared& new_folder();
  Declared& new_path();
  Declared& column();  // of the corpus
  // A name, or names with commas between them, that the command looks up itself: these are known.
  Declared& named(std::vector<std::string> known);
  Declared& listed(std::vector<std::string> known);

 private:
  Declared& holds(Holds what, bool new_thing);
  OptionDescription* option_;
};

// Declares the flags and positionals of one command. The variables must outlive parsing. Their value at the
// time of the call is the default that --help shows.
class Args {
 public:
  struct Impl;
  explicit Args(Impl& impl) : impl_(impl) {}

  // names: "--k", "-k,--folds" for flags, "CORPUS" for a positional. "--level,~--confidence": the second is an
  // older spelling, which still works and which nothing shows.
  Declared text(const std::string& names, std::string& target, const std::string& help,
                bool required = false);
  // A flag whose empty value says something: all others refuse one.
  Declared text_or_nothing(const std::string& names, std::string& target, const std::string& help);
  Declared texts(const std::string& names, std::vector<std::string>& target, const std::string& help,
                 bool required = false);
  // One value for each time that the flag is given: --ignore A --ignore B.
  Declared repeated(const std::string& names, std::vector<std::string>& target, const std::string& help);
  // A whole number that is never negative: a seed, a limit, a number of things.
  void count(const std::string& names, int64_t& target, const std::string& help);
  // -j,--jobs, the same for every command. threads_of() gives the number of threads.
  void jobs(int64_t& target,
            const std::string& help = "Threads (0: all processors); no number depends on it");
  void number(const std::string& names, double& target, const std::string& help);
  void flag(const std::string& names, bool& target, const std::string& help);
  void choice(const std::string& names, std::string& target, const std::vector<std::string>& allowed,
              const std::string& help);
  // Repeatable --name key=value pairs, for the options of a catalog component.
  void settings(const std::string& names, std::map<std::string, OptionValue>& target,
                const std::string& help);
  // Whether a flag stands on the command line. Call the function after parsing.
  std::function<bool()> given(const std::string& name) const;
  // The first of some flags that stands there; "" if none does. For flags that say nothing to a part of the command.
  std::function<std::string()> first_given(const std::vector<std::string>& names) const;
  // A command as typed, and what it shows, as a sentence without its full stop. A test runs it.
  void example(const std::string& command, const std::string& shows);
  // A paragraph after the flags: which statistics are used, which paper is cited.
  void footer(const std::string& text);

 private:
  Impl& impl_;
};

// One for each command file. declare() binds the flags. It returns the function that runs the command after
// parsing.
struct Command {
  std::string name;
  std::string summary;
  std::function<std::function<Status()>(Args&)> declare;
};

// The number of threads that --jobs asks for: 0 is all processors; 1024 at most.
int threads_of(int64_t jobs);

// What the words of a command line ask for: to run a command, or to print a text (--help, --version). Words
// that no command understands are a usage error.
struct Wish {
  std::function<Status()> run;  // empty if there is only a text
  std::string text;
  bool quiet = false;
};
// What --help, man pages and completions are made from. Declares the flags of every command.
ProgramDescription describe_program(const std::vector<Command>& commands);

Result<Wish> parse_command_line(const std::vector<std::string>& words, const std::vector<Command>& commands);

// Parses, runs, reports a failure in one line, and returns the exit code (docs/exit-codes.md).
int run_command_line(int argc, char** argv, const std::vector<Command>& commands);

}  // namespace standfast::cli
