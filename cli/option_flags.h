// Options of a table (base/option_table.h) as flags of a command: --NAME for each, with its meaning, range
// and default.
#pragma once

#include <deque>
#include <functional>
#include <string>

#include "cli/args.h"
#include "standfast/base/options.h"

namespace standfast::cli {

class OptionFlags {
 public:
  // Also declares --preset if the options have presets. Must outlive parsing.
  void declare(Args& args, const OptionSet& options);
  // After parsing: the values on the command line, for other options those of the preset, else the defaults.
  // A usage error begins with the owner.
  Result<Options> resolved(const std::string& owner) const;

 private:
  struct Flag {
    std::string name;
    OptionValue value;  // where the parser writes
    std::function<bool()> given;
  };
  OptionSet options_;
  std::deque<Flag> flags_;  // their addresses stay
  std::string preset_;
};

}  // namespace standfast::cli
