// Opening a file of rows (JSON lines, CSV, TSV), packed or not, whose format its name and first bytes tell.
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

// wanted: guess, or the format to take without a look. name: of the file, for messages. Errors: the file cannot
// be opened, is empty, or is of another kind (a Parquet file, one JSON list ...), which the message names.
Result<OpenedRows> open_rows(const std::string& path, Format wanted, const std::string& name);

// A stream of the file. What is packed is unpacked by a thread of its own, ahead of the reader.
Result<std::unique_ptr<InputStream>> open_ahead(const std::string& path);

}  // namespace standfast
