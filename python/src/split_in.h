// Samples and splits in the hands of Python.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include "errors.h"
#include "standfast/split/file/bind_splits.h"

namespace standfast::python {

// Row numbers count the documents of one corpus. The package compares hashes of the data (_frames.py); here nothing is
// indexed that is not there.
struct HeldSample {
  Sample sample;
  size_t documents = 0;             // of the corpus it was drawn from
  std::vector<std::string> topics;  // names, in the order of selection
};

struct HeldSplit {
  Splits splits;
  size_t documents = 0;  // of the corpus it was drawn from
};

inline void refuse_other_size(const char* what, size_t made_for, size_t given) {
  if (made_for != given)
    refuse(ErrorKind::data,
           fmt::format("the {} is of {} documents, and these are {}", what, made_for, given));
}

}  // namespace standfast::python
