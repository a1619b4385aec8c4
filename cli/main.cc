#include "cli/commands.h"
#include "cli/failures.h"
#include "standfast/base/stack.h"
#include "standfast/base/standard_streams.h"

namespace {

// Runs before the constructors of the program's global objects.
[[gnu::constructor(101)]] void begin() {
  standfast::cli::expect_no_memory();
}

}  // namespace

int main(int argc, char** argv) {
  using namespace standfast::cli;
  standfast::secure_standard_streams();
  return with_last_words([&] {
    return standfast::with_usual_stack([&] { return run_command_line(argc, argv, all_commands()); });
  });
}
