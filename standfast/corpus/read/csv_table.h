// A CSV stream as a table: its header, and checks of its records.
#pragma once

#include <string>
#include <vector>

#include "standfast/corpus/read/csv_record.h"

namespace standfast {

enum class OtherEncodings { can_be_named, are_refused };  // tells whether the file has a flag --encoding

// Returns the names of the columns: the first record that is not blank, without spaces around names. To be
// called before other records are read. name: the name of the file. Data errors: an empty stream, a broken
// header, a header that is not UTF-8.
Result<std::vector<std::string>> read_csv_header(CsvReader& records, char separator, const std::string& name,
                                                 OtherEncodings others = OtherEncodings::are_refused);

// Returns what is wrong with a record that has another number of fields than the header, or "".
std::string objection_to_width(const CsvRecord& record, size_t width);
// Returns what is wrong with bytes of a table that are not UTF-8 or hold NUL, or "".
std::string objection_to_bytes(std::string_view bytes);

}  // namespace standfast
