// Files of a report in tables/ and figures/ of a run. RUN/.report-files lists them, so that the next report
// can remove the files that it does not have, and never a file that a user has put there.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "standfast/base/result.h"

namespace standfast::report {

struct ReportFile {
  std::string path;
  std::function<std::string()> content;  // called once, on any thread
};

// Writes all files. It does not sync each one to disk, which would take longer than all the rest: there are
// hundreds, and a report can be made again. beside: called once meanwhile, on any thread. Returns the error
// of the first file that has one, else the error of `beside`. marked: CSV files begin with a byte order mark.
Status write_report_files(
    const std::vector<ReportFile>& files, int threads, bool marked,
    const std::function<Status()>& beside = [] { return Status(); });

// Adds files to the list before they are written, so that they belong to the report even if writing ends
// half-way (a full disk) and the next report has fewer.
Status announce_report_files(const std::string& run_folder, const std::vector<std::string>& files);

// Removes stale files: files in tables/ and figures/ of the run, if the report was written there, that the
// list names and `written` does not. Then writes the list anew. Other folders are left alone. folders: the
// folders of the tables and of the figures of the report just written; written: its files.
Status keep_report_files(const std::string& run_folder, const std::vector<std::string>& folders,
                         const std::vector<std::string>& written);

}  // namespace standfast::report
