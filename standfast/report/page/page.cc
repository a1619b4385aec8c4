#include "standfast/report/page/page.h"

#include <cassert>

#include "standfast/base/packed_text.h"
#include "standfast/report/table/escape.h"

namespace standfast::report {

std::string assemble_page(std::string_view title, std::string_view body, std::string_view data,
                          std::string_view files) {
  std::string_view rest = page_template();
  const std::string packed = packed_base64(files);
  std::string out;
  out.reserve(rest.size() + 2 * title.size() + body.size() + 2 * data.size() + packed.size());
  const auto copy_to = [&](std::string_view mark) {
    const size_t place = rest.find(mark);
    assert(place != std::string_view::npos);
    out += rest.substr(0, place);
    rest.remove_prefix(place + mark.size());
  };
  copy_to("{{title}}");
  out += escape_html(title);
  copy_to("{{body}}");
  out += body;
  copy_to("{{data}}");
  out += escape_json_for_script(data);
  copy_to("{{files}}");
  out += packed;
  out += rest;
  return out;
}

}  // namespace standfast::report
