// The files of answers below a folder of predictions (result/run/add_predictions.h), so that it is seen
// whether they have changed.
#pragma once

#include <cstdint>
#include <string>

#include "standfast/base/result.h"

namespace standfast {

struct AnswerFiles {
  uint64_t files = 0;  // answers.* and predictions.*, at any depth
  std::string sha256;  // of their places and bytes; "" where there are none
};

// A folder that is not there has none. A data error where the path is no folder or a file cannot be read.
Result<AnswerFiles> answer_files(const std::string& folder);

}  // namespace standfast
