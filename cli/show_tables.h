// Tables and sentences as commands print them and write them to a folder.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "standfast/analysis/leak/design_checks.h"
#include "standfast/base/result.h"
#include "standfast/report/table/table.h"

namespace standfast::cli {

// Breaks the text at spaces, for a terminal.
std::string wrapped(const std::string& text, size_t width = 110);
// Title, columns and caption.
std::string shown_table(const report::Table& table);
// Prints one line for each warning, then names `more` as the place where every condition is listed.
void warn_of_study(const std::vector<DesignWarning>& warnings, const std::string& more);
// Writes FOLDER/<name>.csv and FOLDER/<name>.tex of each table, and prints what was written. A usage error, and nothing is
// written, if that would overwrite one of the inputs (keep_inputs.h). The flag is --out.
Status write_tables(const std::string& folder, const std::vector<report::Table>& tables,
                    const std::vector<std::string>& inputs);

// Names in a line for a user: "a", "b" and 3 more.

// The first of the names, `most` of them, and how many more there are.
std::string quoted_names(const std::vector<std::string>& names, size_t most);

}  // namespace standfast::cli
