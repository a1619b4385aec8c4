// Conversion of options of components between Python and the library.
#pragma once

#include <map>
#include <string>

#include <nanobind/nanobind.h>

#include "standfast/base/options.h"

namespace standfast::python {

// Reads options of the types bool, int, float and str; a list becomes text with commas between. Other types
// are usage errors.
std::map<std::string, OptionValue> options_from(const nanobind::dict& given);
nanobind::dict values_of(const Options& options);

}  // namespace standfast::python
