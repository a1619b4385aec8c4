// Tables as JSON: {title, caption, rows}, each row an object with the columns of the CSV.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "standfast/report/table/table.h"

namespace standfast::report {

nlohmann::ordered_json table_json(const Table& table);

}  // namespace standfast::report
