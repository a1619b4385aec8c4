// Escaping of the names of topics, authors and models for HTML, scripts and LaTeX (CSV: base/csv_cell.h). All
// input is valid UTF-8: it comes from JSON, whose readers refuse anything else.
#pragma once

#include <string>
#include <string_view>

namespace standfast::report {

// Escapes text for element content and double-quoted attributes. Right-to-left text is isolated from its
// neighbours; bidirectional control characters (U+202E) are shown as escapes, as in printable.h.
std::string escape_html(std::string_view text);
// Escapes a part of a text whose direction is set by the surrounding element (dir="auto"). Nothing is
// isolated, so that right-to-left words keep their order.
std::string escape_html_part(std::string_view text);

// Escapes JSON for <script type="application/json">: no '<', '>' or '&' is left, so neither "</script>" nor
// "<!--" can occur, nor U+2028 and U+2029, which old JavaScript takes for line ends. `json` is valid JSON.
std::string escape_json_for_script(std::string_view json);

// Escapes UTF-8 text for running text and table cells of LaTeX.
std::string escape_latex(std::string_view text);

}  // namespace standfast::report
