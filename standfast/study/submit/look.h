// Check from a node before the tasks of a submission start: the first, tiny job.
#pragma once

#include <cstdint>
#include <string>

#include "standfast/base/result.h"

namespace standfast {

// Checks the conditions that would make every task fail here. Errors: files of the run or of its corpora that
// this node cannot see (data), a program of another version than the one that submitted (missing), a folder
// that cannot be written (data), or a clock that differs from the clock of the submission by more than
// kMostApart (data).
// submission: its submission.json, relative to the run. now: seconds since 1970.
Status look_from_node(const std::string& run, const std::string& submission, int64_t now);

inline constexpr int64_t kMostApart = 300;  // seconds; beyond them the authentication of clusters fails too

}  // namespace standfast
