// Names of topics, authors and models on their way into HTML, a script or LaTeX (CSV: base/csv_cell.h). All
// are valid UTF-8: they come out of JSON, whose readers refuse anything else.
#pragma once

#include <string>
#include <string_view>

namespace standfast::report {

// For element content and double-quoted attributes. Right-to-left writing is isolated from what stands beside it;
// characters that turn text around (U+202E) are shown as escapes, as printable.h has them.
std::string escape_html(std::string_view text);
// For parts of one text whose direction the element around them has (dir="auto"): nothing is isolated, so that words of
// right-to-left writing stand in their order.
std::string escape_html_part(std::string_view text);

// JSON that may stand inside <script type="application/json">: no '<', '>' or '&' is left, so neither
// "</script>" nor "<!--" can occur, nor U+2028 and U+2029, which old JavaScript takes for line ends. `json`
// is valid JSON.
std::string escape_json_for_script(std::string_view json);

// For running text and table cells of LaTeX (UTF-8 input).
std::string escape_latex(std::string_view text);

}  // namespace standfast::report
