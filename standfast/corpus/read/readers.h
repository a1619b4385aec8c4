// The readers behind read_corpus(), one per format, over any stream: the seam for tests and fuzzers. Each
// fills the report and leaves format alone.
#pragma once

#include <string>

#include "standfast/base/file.h"
#include "standfast/corpus/read/read_options.h"

namespace standfast {

// Reads JSONL, one JSON object a line. Blank lines are skipped. Text, id and roles: a string as it is; a
// number or boolean as written; null or absent is missing; a list or object is a bad row. Columns that are
// not mapped are checked to be JSON but not decoded. The last occurrence of a repeated key counts. `name` is
// for messages.
Result<Corpus> read_jsonl(InputStream& input, const std::string& name, const ReadOptions& options,
                          ReadReport& report);

// Reads CSV: RFC 4180 with a header; see csv_record.h for the fine print. separator: '\0' = the most frequent
// of comma, semicolon and tab in the header. An empty field is missing; a quoted empty text ("") is an empty
// text. Blank lines are skipped. Bad rows: the header a second time, a number of fields that differs from the
// header's (repair: missing ones at the end are filled in), text behind a closing quote (repair: kept), a
// quote that never closes (reading goes on with the next line), NUL.
Result<Corpus> read_csv(InputStream& input, const std::string& name, char separator,
                        const ReadOptions& options, ReadReport& report);

// Reads the files FOLDER/*.txt and FOLDER/*/*.txt (also .txt.gz, .txt.zst) in the order of their names, byte
// by byte. The id is the path below FOLDER without .txt; the author is the part of the file name before the
// first underscore; the topic is the subfolder, if there is one. CRLF line ends become LF. Other files, and
// names that begin with a dot, are passed over and counted.
Result<Corpus> read_folder(const std::string& path, const ReadOptions& options, ReadReport& report);

// Reads PAN pairs (https://pan.webis.de, authorship verification 2020-2023) and their truth, if there is one.
// Texts that agree in content, topic and author become one document, called "PAIR/1" or "PAIR/2" after the
// pair and the place where it first occurs. The topic is the member fandoms or discourse_types (or the member
// set as topic column). A pair without truth is a bad row. Truth without a pair is counted and reported.
Result<PanProblems> read_pan_streams(InputStream& pairs, const std::string& pairs_name, InputStream* truth,
                                     const std::string& truth_name, const ReadOptions& options,
                                     ReadReport& report);

}  // namespace standfast
