// The warnings of a run (result/findings/judgement.h), as a table.
#pragma once

#include <optional>

#include "standfast/report/table/table.h"
#include "standfast/result/findings/judgement.h"

namespace standfast::report {

// Nothing where there are no warnings.
std::optional<Table> warning_table(const Judgement& judgement);

}  // namespace standfast::report
