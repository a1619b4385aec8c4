// standfast explain, listed by cli/commands.cc.
#pragma once

#include "cli/args.h"

namespace standfast::cli {

Command explain_command();

}  // namespace standfast::cli
