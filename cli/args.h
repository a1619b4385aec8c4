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
  void integer(const std::string& names, int64_t& target, const std::string& help);
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

// Result on stdout.
void print(const std::string& text);

int run_command_line(int argc, char** argv, const std::vector<Command>& commands);

}  // namespace standfast::cli
