// The HTML page: a template made from web/ and embedded at build time, with four open places.
#pragma once

#include <string>
#include <string_view>

namespace standfast::report {

std::string_view page_template();  // UTF-8, holds {{title}}, {{body}}, {{data}} and {{files}} once each

// title: plain text; body: HTML; data: JSON; files: JSON of what the buttons save, packed here. Title and
// data are escaped here. What is put in is never searched for the marks again, so a topic may be called
// {{data}}.
std::string assemble_page(std::string_view title, std::string_view body, std::string_view data,
                          std::string_view files);

}  // namespace standfast::report
