#include "cli/commands.h"

int main(int argc, char** argv) {
  using namespace standfast::cli;
  return run_command_line(argc, argv,
                          {
                              cite_command(),
                              compare_command(),
                              doctor_command(),
                              ls_command(),
                              report_command(),
                              score_command(),
                              synth_command(),
                          });
}
