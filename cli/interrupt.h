// Ctrl-C and a polite kill, as a question that long work asks: "shall I stop?"
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "standfast/base/result.h"

namespace standfast::cli {

// From now on SIGINT and SIGTERM only set a flag. A second signal of the same kind ends the program at once.
void catch_interrupts();
bool interrupted();

// From now on these signals end the program at once, with exit code 130 and this line on standard error; if one has come
// already, now. For work of which nothing is lost: each file of it appears whole or not at all, and the same command does it
// again.
void end_at_interrupts(const std::string& line);

// Does work that nobody asks whether to stop, until it ends or a signal is caught: then what its loops throw (base/stop.h)
// becomes an error with this message and the code of an interruption. A training keeps its state before.
Status until_interrupted(const std::function<Status()>& work, const std::string& message);

}  // namespace standfast::cli
