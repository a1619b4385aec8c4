// Options and results of a report, for the code that writes it (report.h) and the code that keeps it
// (report_cache.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standfast/analysis/leak/warning_catalog.h"

namespace standfast {

struct ReportOptions {
  std::string out;       // the page; "": RUN/report.html
  std::string tables;    // folder of the tables; "": RUN/tables
  std::string figures;   // folder of the figures as SVG and their data as CSV; "": RUN/figures
  bool no_text = false;  // codes instead of the names of authors and topics (hide_names.h)
  // Shows a few explained documents with their tokens coloured. Needs the corpora. Not together with no_text;
  // a usage error for a run that has nothing explained.
  bool with_text = false;
  std::string names;   // the key to these codes; "": RUN/names.csv
  std::string metric;  // shown first; "": the study's, else AUC of verification, else the profile's first
  std::vector<std::string> ignore = {};  // codes of warnings not to show, beside the study's own
  // External answers to the run, as "NAME=FOLDER" (add_predictions.h): a model in every table, in addition to
  // the models that the study names.
  std::vector<std::string> predictions = {};
  bool ignore_extra_answers = false;
  int64_t resamples = 1000;  // of the bootstraps of rankings, curves and forensic tables
  double level = 0.95;       // of every interval
  int threads = 1;           // never changes a number
  bool marked_csv = false;   // CSV files begin with a byte order mark, by which spreadsheets know UTF-8
  bool json = true;          // make WrittenReport::json, which takes as much memory as all tables
};

struct WrittenReport {
  std::string page;                    // path of the HTML file
  std::vector<std::string> tables;     // paths of the CSV and LaTeX files
  std::vector<std::string> figures;    // paths of the SVG and CSV files
  std::string names;                   // path of the key to the codes; "": names are names
  std::vector<std::string> headlines;  // one plain sentence per corpus and condition
  std::vector<StudyWarning> warnings;  // of the design and the scores, without those ignored
  std::string text;                    // the survival tables for a terminal
  std::string json;                    // everything the tables hold, as one JSON document, if asked for
  uint64_t cells = 0, failed = 0, missing = 0;
  std::string first_failed, first_missing;  // cells by label; "": none
};

}  // namespace standfast
