// Runs of the built program as a user would start it, with its output.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string>

#include <sys/wait.h>

#include "standfast/base/file.h"
#include "tests/support/data.h"

namespace standfast::testing {

struct Said {
  int code = -1;  // exit code, or 128 + signal if it was killed
  std::string out, err;
};

// Runs a shell script in `folder`. "$standfast" in the script is the program.
inline Said in_shell(const std::string& script, const std::string& folder = ".") {
  TemporaryFolder own;
  const std::string command = std::string("standfast='") + STANDFAST_BINARY + "'; cd '" + folder + "' && { " +
                              script + "\n} >'" + own.file("out") + "' 2>'" + own.file("err") +
                              "' </dev/null";
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
          read_file(own.file("out")).value_or(""), read_file(own.file("err")).value_or("")};
}

// Runs the program in `folder`. arguments: as typed in a shell after "standfast".
inline Said standfast(const std::string& arguments, const std::string& folder = ".") {
  return in_shell("\"$standfast\" " + arguments, folder);
}

inline long lines_of(const std::string& text) {
  return std::count(text.begin(), text.end(), '\n');
}

}  // namespace standfast::testing
