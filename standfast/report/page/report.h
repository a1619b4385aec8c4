// The report of a run. It reads only the records of a run folder (docs/run-folder.md), no corpus and no
// model. It writes one HTML page, each table as CSV and LaTeX, and each figure of the page as SVG and its
// data as CSV. None of these files contains the text of a document, since the records contain none. The one
// exception is made on request (ReportOptions::with_text): then the page shows a few texts, which are read
// from the corpora again.
//
// Same records, same bytes. An unfinished run can be reported: missing and failed cells are listed with their
// reasons.
#pragma once

#include <string>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/report/page/written_report.h"

namespace standfast {

Result<WrittenReport> write_report(const std::string& run_folder, const ReportOptions& options, Sink& sink);

}  // namespace standfast
