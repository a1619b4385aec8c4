// The files of a PAN problem set.
#pragma once

#include <string>

#include "standfast/base/result.h"

namespace standfast {

struct PanFiles {
  std::string pairs;
  std::string truth;  // "" where there is none
};

// Finds the files. path: a folder or a pairs file. In a folder: pairs.jsonl, else the only *.jsonl that is
// not a truth file. The truth beside it: the same name with "pairs" replaced by "truth", or "-truth" before
// the ending, or truth.jsonl. Each may end in .gz or .zst. A folder without pairs is a data error.
Result<PanFiles> find_pan(const std::string& path);

bool is_pan_folder(const std::string& path);

// Returns whether the first line of these bytes holds a member "pair" with a list.
bool looks_like_pan(std::string_view head);

}  // namespace standfast
