// Namespace of results, which the report uses without qualification.
#pragma once

#include "standfast/result/run/records.h"

namespace standfast::report {
using namespace result;
}  // namespace standfast::report
