#include "standfast/report/page/page.h"

#include <cassert>
#include <utility>

#include "standfast/base/json.h"
#include "standfast/base/packed_text.h"
#include "standfast/report/table/escape.h"

namespace standfast::report {
namespace {

// Returns the template up to the mark, and sets `rest` to the text behind the mark.
std::string_view up_to(std::string_view mark, std::string_view& rest) {
  const size_t place = rest.find(mark);
  assert(place != std::string_view::npos);
  const std::string_view before = rest.substr(0, place);
  rest.remove_prefix(place + mark.size());
  return before;
}

// Returns a JSON string; bytes that are not UTF-8 become U+FFFD.
std::string json_string(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

Result<PageFile> PageFile::create(const std::string& path, std::string_view title) {
  SF_ASSIGN(OutputFile file, OutputFile::create(path));
  std::string_view rest = page_template();
  std::string head(up_to("{{title}}", rest));
  head += escape_html(title);
  head += up_to("{{body}}", rest);
  SF_TRY(file.write(head));
  return PageFile(std::move(file), rest);
}

Status PageFile::add_files(std::string_view data, const std::map<std::string, std::string>& files) {
  std::string between(up_to("{{data}}", rest_));
  between += escape_json_for_script(data);
  between += up_to("{{files}}", rest_);
  SF_TRY(file_.write(between));
  TextPacker packer;
  const char* separator = "{";
  for (const auto& [name, content] : files) {
    SF_TRY(file_.write(packer.add(separator + json_string(name) + ":")));
    SF_TRY(file_.write(packer.add(json_string(content))));
    separator = ",";
  }
  SF_TRY(file_.write(packer.add(files.empty() ? "{}" : "}")));
  SF_TRY(file_.write(packer.finish()));
  return file_.write(rest_);
}

}  // namespace standfast::report
