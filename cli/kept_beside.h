// What a command keeps beside its output while it works, so that the same command goes on after a kill.
#pragma once

#include <string>

namespace standfast::cli {

// "OUT.parts", beside the folder OUT, also where its name ends in a slash.
std::string parts_beside(const std::string& out);
// Removes the states of trainings (neural/train/kept_training.h) from the folder with what killed writers left, and the
// folder if nothing else is in it.
void remove_training_parts(const std::string& parts);

}  // namespace standfast::cli
