// A wait for the first saved training state: a program killed earlier starts from the beginning and says
// nothing about resuming.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>

#include "standfast/neural/train/kept_training.h"
#include "tests/support/study_run.h"

namespace standfast::testing {

// Returns true if a training state lies in the folder or below it.
inline bool has_training_state(const std::string& folder) {
  std::error_code ignored;
  for (std::filesystem::recursive_directory_iterator at(folder, ignored), end; !ignored && at != end;
       at.increment(ignored))
    if (is_training_state(at->path().filename().string())) return true;
  return false;
}

// Returns once a state exists or the process has ended.
inline void wait_for_training_state(Process& process, const std::string& folder) {
  while (!process.ended() && !has_training_state(folder))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

}  // namespace standfast::testing
