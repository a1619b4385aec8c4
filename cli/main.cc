#include "cli/commands.h"
#include "cli/failures.h"
#include "standfast/base/stack.h"
#include "standfast/base/standard_streams.h"

int main(int argc, char** argv) {
  using namespace standfast::cli;
  standfast::secure_standard_streams();
  standfast::reserve_stack();
  return with_last_words([&] { return run_command_line(argc, argv, all_commands()); });
}
