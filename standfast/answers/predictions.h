// Predictions of a model, item by item.
#pragma once

#include <string>
#include <vector>

namespace standfast {

struct Predictions {
  std::vector<std::string> ids;
  std::vector<double> values;  // verification: [0, 1], exactly 0.5 is a non-answer
};

}  // namespace standfast
