// What /proc says about processes: which are alive, and which are to be ended because their own guardian can no longer
// do it.
#pragma once

#include <string>

#include <sys/types.h>

namespace standfast {

// Whether there is such a process that has not ended. One that nobody has waited for has ended.
bool is_alive(pid_t pid);

// Kills (SIGKILL) all descendants of `root`, not root itself, and every process, with its descendants, that
// has `mark` anywhere in the environment it was started with, again and again until a look finds none alive
// or ten seconds are over. root 0: by the mark alone. Processes of other users and this one are passed over.
// Returns whether none is left.
bool kill_family(pid_t root, const std::string& mark);

}  // namespace standfast
