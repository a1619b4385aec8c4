// Ctrl-C and a polite kill, as a question that long work asks: "shall I stop?"
#pragma once

#include <string>

namespace standfast::cli {

// From now on SIGINT and SIGTERM only set a flag. A second signal of the same kind ends the program at once.
void catch_interrupts();
bool interrupted();

// From now on these signals end the program at once, with exit code 130 and this line on standard error; if one has come
// already, now. For work of which nothing is lost: each file of it appears whole or not at all, and the same command does it
// again.
void end_at_interrupts(const std::string& line);

}  // namespace standfast::cli
