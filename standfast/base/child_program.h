// Running another program, without a shell, such that nothing of it is left behind. When the program ends,
// runs out of time or loses the process that started it, all its descendants are killed, also those that
// ignore SIGTERM, have left its process group or have been orphaned. (Linux: a small supervisor process
// between the two adopts orphans, and the kernel tells it when its parent dies.)
//
// This also holds where the program stops the supervisor (it is set going again, and where that does not
// help, the parent does its work) or kills it (the parent then kills all that carry the mark of this program
// in their environment). Not promised, as no process can defend itself against another of the same user:
// - that nothing is left of a program that has wiped the mark from its environment and kills the supervisor,
//   or that stops or kills it and then its parent;
// - that run_program returns where the program stops the process that called it.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

struct ChildProgram {
  std::vector<std::string> command;  // program (looked up in PATH unless it has a slash) and arguments
  std::vector<std::pair<std::string, std::string>> environment = {};  // added to this process's environment
  double timeout_seconds = 0;                                         // 0: none
  std::string log_path;      // standard output and error are appended to this file
  std::string scratch = {};  // a folder that is removed, should this process die before the program; "": none
};

struct ProgramEnd {
  bool timed_out = false;
  int signal = 0;     // the signal that killed it, or 0
  int exit_code = 0;  // set where it ended by itself
  bool ok() const { return !timed_out && signal == 0 && exit_code == 0; }
  std::string in_words() const;  // "ended with exit code 3", "was killed by signal 9 (SIGKILL)" ...
};

// Runs the program and waits for its end. Its standard input is empty. A program that does not exist or
// cannot be started is a missing error. May be called from several threads at once.
Result<ProgramEnd> run_program(const ChildProgram& program);

// Returns the file of a program, as run_program would find it; "" where there is none.
std::string program_path(const std::string& name);
bool program_exists(const std::string& name);
// Checks that the command (not empty) can be run. Returns a missing error that begins with `owner` and
// guesses the mistake where its program, or the script that an interpreter is given first ("python3
// answer.py"), is not there.
Status check_command(const std::string& owner, const std::vector<std::string>& command);

// Accelerators granted to the programs that this process starts (child_program.h). Standfast itself computes
// on none: the process that deals out work names them, and the names are passed on.
//
// Like the limit of threads (parallel.h), the grant belongs to the process: a worker does one unit at a time.
// No number, key or record depends on it.

// Sets the names of the devices as CUDA_VISIBLE_DEVICES has them ("0", "GPU-8f1c..."). Without names nothing
// is said about devices, and programs see the environment of this process. Any thread may call it.
void grant_devices(std::vector<std::string> names);

// Returns the variables that programs are given: STANDFAST_DEVICES and CUDA_VISIBLE_DEVICES, both with the
// names and commas between them; nothing without a grant.
std::vector<std::pair<std::string, std::string>> device_environment();

}  // namespace standfast
