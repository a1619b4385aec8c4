// Files in tables/ and figures/ of a run: how they are written, and which are a report's. RUN/.report-files lists these, so
// that the next report can remove those that it does not have, and never a file that a user has put there.
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

// Writes all of them. There are hundreds, and the report makes them again: it does not wait for the disk after each, which
// would take longer than all the rest. beside: called once meanwhile, on any thread. The error is that of the first file
// that has one; then that of `beside`. marked: CSV files begin with a byte order mark.
Status write_report_files(
    const std::vector<ReportFile>& files, int threads, bool marked,
    const std::function<Status()>& beside = [] { return Status(); });

// Before the files are written: adds them to the list, so that they are the report's even if writing them ends half-way
// (a full disk) and the next report has fewer.
Status announce_report_files(const std::string& run_folder, const std::vector<std::string>& files);

// folders: those of the tables and of the figures of the report just written; written: its files. In tables/ and figures/
// of the run, as far as the report has gone there, removes the files that the list names and `written` does not; then
// writes the list anew. Other folders are none of its business.
Status keep_report_files(const std::string& run_folder, const std::vector<std::string>& folders,
                         const std::vector<std::string>& written);

}  // namespace standfast::report
