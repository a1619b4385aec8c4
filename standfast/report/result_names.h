// The names of results, which the report uses without their namespace.
#pragma once

#include "standfast/result/run/records.h"

namespace standfast::report {
using namespace result;
}  // namespace standfast::report
