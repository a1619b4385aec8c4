// Which files in tables/ and figures/ of a run are a report's. RUN/.report-files lists them, so that the next
// report can remove those that it does not have, and never a file that a user has put there.
#pragma once

#include <string>
#include <vector>

#include "standfast/base/result.h"

namespace standfast::report {

// written: the files of the report just written. Removes the files that the list names and `written` does
// not, then writes the list anew. Files outside of tables/ and figures/ of the run are none of its business.
Status keep_report_files(const std::string& run_folder, const std::vector<std::string>& written);

}  // namespace standfast::report
