// Every command, one file each: cli/<name>.cc defines <name>_command().
#pragma once

#include "cli/args.h"

namespace standfast::cli {

Command cite_command();
Command compare_command();
Command doctor_command();
Command ls_command();
Command report_command();
Command score_command();
Command synth_command();

}  // namespace standfast::cli
