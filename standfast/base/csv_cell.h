// Cells of CSV (RFC 4180), for all writers of Standfast.
//
// A spreadsheet takes a cell that begins with = + - @ for a formula and runs it. The name of an author must
// not run anything. So in tables for people such a text gets an apostrophe before it, as OWASP advises.
// Numbers stay numbers. In files that carry data to programs (corpora, predictions, id,fold) every cell stays
// as it is.
#pragma once

#include <string>
#include <string_view>

namespace standfast {

// Returns the cell, quoted where it holds a comma, a quote, CR or LF.
std::string csv_cell(std::string_view text);

// Returns the cell for tables that people open in a spreadsheet: "=1+1" -> "'=1+1", "-0.083" -> "-0.083".
std::string spreadsheet_cell(std::string_view text);

// Returns the text that was given to spreadsheet_cell(), from the text of the cell.
std::string_view from_spreadsheet(std::string_view text);

}  // namespace standfast
