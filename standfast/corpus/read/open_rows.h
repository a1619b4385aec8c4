// Opening of files of rows (JSON lines, CSV, TSV), packed or not, with their format detected by name and
// first bytes.
#pragma once

#include <memory>
#include <string>

#include "standfast/base/input_stream.h"
#include "standfast/corpus/read/read_options.h"

namespace standfast {

struct OpenedRows {
  std::unique_ptr<InputStream> input;  // from its first byte
  Format format = Format::guess;       // as resolved; pan where JSON lines look like PAN pairs
};

// Opens a file. wanted: guess, or the format to take without detection. name: the name of the file, for
// messages. encoding: as in ReadOptions. Errors: the file cannot be opened, is empty, or is of another kind
// (a Parquet file, one JSON list ...), which the message names; there is no such encoding.
Result<OpenedRows> open_rows(const std::string& path, Format wanted, const std::string& name,
                             const std::string& encoding = {});

// Opens a stream of the file in UTF-8. The second function unpacks and decodes in a thread of its own, ahead
// of the reader.
Result<std::unique_ptr<InputStream>> open_text(const std::string& path, const std::string& encoding);
Result<std::unique_ptr<InputStream>> open_ahead(const std::string& path, const std::string& encoding);

}  // namespace standfast
