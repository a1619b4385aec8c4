// The verifier `command`: any program. It receives files in the format of PAN and writes answers (docs/
// bring-your-own.md). fit stores the training pairs; score starts the program, without a shell, and reads its
// answers. Processes that it leaves behind are killed with it (base/child_program.h).
#pragma once

#include "standfast/model/verify/verifier.h"

namespace standfast {

VerifierCatalog::Entry command_entry();

}  // namespace standfast
