// Samples and splits in the hands of Python.
#pragma once

#include <string>
#include <vector>

#include "standfast/split/file/bind_splits.h"

namespace standfast::python {

struct HeldSample {
  Sample sample;
  std::vector<std::string> topics;  // names, in the order of selection
};

struct HeldSplit {
  Splits splits;
};

}  // namespace standfast::python
