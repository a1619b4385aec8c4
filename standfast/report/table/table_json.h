// A table as JSON: {title, caption, rows}, a row an object of the columns that the CSV has.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "standfast/report/table/table.h"

namespace standfast::report {

nlohmann::ordered_json table_json(const Table& table);

}  // namespace standfast::report
