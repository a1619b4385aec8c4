// Processes by /proc: tests whether they are alive, and kills those that their own guardian can no longer
// kill.
#pragma once

#include <string>

#include <sys/types.h>

namespace standfast {

// Returns whether there is such a process that has not ended. A zombie, for which no process has waited yet,
// has ended.
bool is_alive(pid_t pid);

// Kills (SIGKILL) all descendants of `root`, not root itself, and every process, with its descendants, that
// has `mark` anywhere in the environment it was started with, again and again until a look finds none alive
// or ten seconds are over. root 0: by the mark alone. Processes of other users and this one are passed over.
// Returns whether none is left.
bool kill_family(pid_t root, const std::string& mark);

}  // namespace standfast
