// Conversion of an attribute's value to JSON.
#pragma once

#include <string>

#include "standfast/corpus/column.h"

namespace standfast {

// Appends a string, a number or a list of strings; nothing where there is no value.
void append_json_value(std::string& to, const AttributeInput& value);

}  // namespace standfast
