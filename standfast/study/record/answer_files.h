// Files of answers below a folder of predictions (result/run/add_predictions.h). Their digest shows whether
// they have changed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "standfast/base/result.h"

namespace standfast {

struct AnswerFiles {
  std::vector<std::string> places;  // answer_places()
  std::string sha256;               // digest of their paths and bytes; "" if there are none
};

// Returns the names that are read: <first>.jsonl, .csv and .tsv, each also with .gz or .zst. first:
// Task::answers_name().
std::vector<std::string> answer_file_names(std::string_view first);

// Returns whether a file of this name might hold answers.
bool holds_answers(std::string_view file_name);

// Returns answers.* and predictions.* below the folder, at any depth, sorted. A folder that does not exist
// has no files. A data error if the path is not a folder or cannot be read.
Result<std::vector<std::string>> answer_places(const std::string& folder);
// Returns these files with their digest, for which all of them are read.
Result<AnswerFiles> answer_files(const std::string& folder);

}  // namespace standfast
