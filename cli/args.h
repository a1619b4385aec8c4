// The subset of a command line parser that command files need. CLI11 costs seconds of compilation per file,
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

// A declared flag or positional. Its members describe the kind of value it takes, for help and completion.
class Declared {
 public:
  explicit Declared(OptionDescription& option) : option_(&option) {}

  Declared& file();    // is read
  Declared& folder();  // is read
  Declared& path();    // a file or a folder, to read
  Declared& new_file();
  Declared& new_folder();
  Declared& new_path();
  Declared& column();  // a column of the corpus
  // Declares that the value is a name, or several names separated by commas, that the command looks up
  // itself. `known` lists the known names.
  Declared& named(std::vector<std::string> known);
  Declared& listed(std::vector<std::string> known);

 private:
  Declared& holds(Holds what, bool new_thing);
  OptionDescription* option_;
};

// The flags and positionals of one command. The variables must outlive parsing. The value of a variable at
// the time of the call is the default that --help shows.
class Args {
 public:
  struct Impl;
  explicit Args(Impl& impl) : impl_(impl) {}

  // Declares a flag or positional. names: "--k", "-k,--folds" for flags, "CORPUS" for a positional. In
  // "--level,~--confidence", the second name is an older spelling, which still works but is never shown.
  Declared text(const std::string& names, std::string& target, const std::string& help,
                bool required = false);
  // Declares a flag whose empty value has a meaning; all other flags refuse an empty value.
  Declared text_or_nothing(const std::string& names, std::string& target, const std::string& help);
  Declared texts(const std::string& names, std::vector<std::string>& target, const std::string& help,
                 bool required = false);
  // Declares a flag that may be given several times, with one value each: --ignore A --ignore B.
  Declared repeated(const std::string& names, std::vector<std::string>& target, const std::string& help);
  // Declares a flag for a whole number that is never negative: a seed, a limit, a count.
  void count(const std::string& names, int64_t& target, const std::string& help);
  // Declares -j,--jobs, the same for every command. threads_of() gives the number of threads.
  void jobs(int64_t& target,
            const std::string& help = "Threads (0: all processors); no number depends on it");
  void number(const std::string& names, double& target, const std::string& help);
  void flag(const std::string& names, bool& target, const std::string& help);
  void choice(const std::string& names, std::string& target, const std::vector<std::string>& allowed,
              const std::string& help);
  // Declares repeatable --name key=value pairs, for the options of a catalog component.
  void settings(const std::string& names, std::map<std::string, OptionValue>& target,
                const std::string& help);
  // Returns a function that tells if a flag is on the command line. Call that function after parsing.
  std::function<bool()> given(const std::string& name) const;
  // Returns a function that gives the first of these flags on the command line, or "" if there is none. Used
  // to refuse flags that have no effect on a part of the command.
  std::function<std::string()> first_given(const std::vector<std::string>& names) const;
  // Adds an example: a command as typed, and what it shows, as a sentence without its full stop. A test runs
  // the command.
  void example(const std::string& command, const std::string& shows);
  // Adds a paragraph after the flags: the statistics used, the paper cited.
  void footer(const std::string& text);

 private:
  Impl& impl_;
};

// A command, one for each command file. declare() binds the flags and returns the function that runs the
// command after parsing.
struct Command {
  std::string name;
  std::string summary;
  std::function<std::function<Status()>(Args&)> declare;
};

// Returns the number of threads for --jobs: 0 means all processors; the maximum is 1024.
int threads_of(int64_t jobs);

// A parsed request: run a command, or print a text (--help, --version). Words that no command understands are
// a usage error.
struct Wish {
  std::function<Status()> run;  // empty if there is only a text
  std::string text;
  bool quiet = false;
};
// Describes the program for --help, man pages and completions. Declares the flags of every command.
ProgramDescription describe_program(const std::vector<Command>& commands);

Result<Wish> parse_command_line(const std::vector<std::string>& words, const std::vector<Command>& commands);

// Parses the command line, runs the command, reports a failure in one line, and returns the exit code
// (docs/exit-codes.md).
int run_command_line(int argc, char** argv, const std::vector<Command>& commands);

}  // namespace standfast::cli
