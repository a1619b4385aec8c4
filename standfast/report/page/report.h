// The report of a run: reads the records of a run folder (docs/run-folder.md) and nothing else, no corpus and
// no model, and writes one HTML page, each table as CSV and LaTeX, and the figures of the
// page as SVG and what each draws as CSV. No text of a document is in any of them, since none is in the
// records. The one exception is asked for (ReportOptions::with_text): then the page shows a few texts, which are read
// from the corpora again.
//
// Same records, same bytes. An unfinished run can be reported: what is missing or failed is listed with its
// reason.
#pragma once

#include <string>

#include "standfast/base/result.h"
#include "standfast/base/sink.h"
#include "standfast/report/page/written_report.h"

namespace standfast {

Result<WrittenReport> write_report(const std::string& run_folder, const ReportOptions& options, Sink& sink);

}  // namespace standfast
