// Cooperative cancellation: Ctrl-C and SIGTERM set a flag, which long work checks.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "standfast/base/result.h"

namespace standfast::cli {

// Makes SIGINT and SIGTERM only set a flag from now on. A second signal of the same kind ends the program at
// once.
void catch_interrupts();
bool interrupted();
// Ignores further SIGTERMs; call it after catch_interrupts. Needed where a batch system stops the work,
// because it may send several.
void ignore_further_sigterms();

// Makes these signals end the program at once, with exit code 130 and this line on standard error; a signal
// that has already arrived ends it now. Suitable for work whose files are written atomically, so that the
// same command repeats it without a loss.
void end_at_interrupts(const std::string& line);

// Runs work until it ends or a signal is caught. A caught signal makes its loops throw Stopped (base/stop.h),
// and the result is an error of kind interrupted with this message. Training saves its state first.
Status until_interrupted(const std::function<Status()>& work, const std::string& message);
// Returns the message of standfast train. keeps_state: the model saves its state while it learns.
std::string interrupted_fit(bool keeps_state);

// Checkpoints of a command that is still running, kept beside its output so that the command can resume after
// a kill.

// Returns "OUT.parts", the folder beside OUT; a slash at the end of OUT does not matter.
std::string parts_beside(const std::string& out);
// Removes training states (neural/train/kept_training.h) and temporary files of killed writers from the
// folder, then the folder itself if it is empty.
void remove_training_parts(const std::string& parts);

}  // namespace standfast::cli
