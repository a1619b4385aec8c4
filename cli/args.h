// What a command file needs of a command line parser, without the price of including one (CLI11 costs seconds
// per file, so only args.cc sees it).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "standfast/base/options.h"
#include "standfast/base/result.h"
#include "standfast/base/sink.h"

namespace standfast::cli {

// Declares the flags and positionals of one command. The variables must outlive parsing; their value at the
// time of the call is the default shown in --help.
class Args {
 public:
  struct Impl;
  explicit Args(Impl& impl) : impl_(impl) {}

  // names: "--k", "-k,--folds" for flags, "CORPUS" for a positional.
  void text(const std::string& names, std::string& target, const std::string& help, bool required = false);
  void texts(const std::string& names, std::vector<std::string>& target, const std::string& help,
             bool required = false);
  // One value each time the flag is given: --ignore A --ignore B.
  void repeated(const std::string& names, std::vector<std::string>& target, const std::string& help);
  // A whole number, which is never negative: a seed, a limit, a number of things.
  void count(const std::string& names, int64_t& target, const std::string& help);
  // -j,--jobs, the same for every command; threads_of() says how many it means.
  void jobs(int64_t& target,
            const std::string& help = "Threads (0: all processors); no number depends on it");
  void number(const std::string& names, double& target, const std::string& help);
  void flag(const std::string& names, bool& target, const std::string& help);
  void choice(const std::string& names, std::string& target, const std::vector<std::string>& allowed,
              const std::string& help);
  // Repeatable --name key=value pairs, for the options of a catalog component.
  void settings(const std::string& names, std::map<std::string, OptionValue>& target,
                const std::string& help);
  // Whether a flag stands on the command line; ask once it is parsed.
  std::function<bool()> given(const std::string& name) const;
  // A paragraph after the flags: statistics taught, paper cited.
  void footer(const std::string& text);

 private:
  Impl& impl_;
};

// One per command file. declare() binds flags and returns the function that runs the command once they are
// parsed.
struct Command {
  std::string name;
  std::string summary;
  std::function<std::function<Status()>(Args&)> declare;
};

// The terminal: progress bar on a terminal, a plain line every few seconds elsewhere; log lines on stderr.
// --quiet hides info and progress. NO_COLOR is honoured.
Sink& terminal();
void set_quiet(bool quiet);

// The result, on standard output. Where that fails (a full disk, a reader that has gone) run_command_line
// says so in the end.
void print(const std::string& text);

// What --jobs asks for: 0 is all processors.
int threads_of(int64_t jobs);

// What the words of a command line ask for: a command to run, or a text (--help, --version). Words that no
// command understands are a usage error.
struct Wish {
  std::function<Status()> run;  // empty where there is nothing but a text
  std::string text;
  bool quiet = false;
};
Result<Wish> parse_command_line(const std::vector<std::string>& words, const std::vector<Command>& commands);

// Parses, runs, says in one line what failed, and returns the exit code (docs/exit-codes.md).
int run_command_line(int argc, char** argv, const std::vector<Command>& commands);

}  // namespace standfast::cli
