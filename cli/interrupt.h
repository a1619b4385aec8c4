// Ctrl-C and a polite kill, as a question that long work asks: "am I to stop?"
#pragma once

namespace standfast::cli {

// From now on SIGINT and SIGTERM only set a flag; a second one ends the program at once.
void catch_interrupts();
bool interrupted();

}  // namespace standfast::cli
