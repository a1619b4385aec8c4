// Ctrl-C and a polite kill, as a question that long work asks: "shall I stop?"
#pragma once

namespace standfast::cli {

// From now on SIGINT and SIGTERM only set a flag. A second signal of the same kind ends the program at once.
void catch_interrupts();
bool interrupted();

}  // namespace standfast::cli
