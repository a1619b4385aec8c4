// The HTML page: a template made from web/ and embedded at build time, with four open places.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "standfast/base/file.h"
#include "standfast/base/result.h"

namespace standfast::report {

std::string_view page_template();  // UTF-8, with {{title}}, {{body}}, {{data}} and {{files}} once each

// Writer of a page from top to bottom, which need not be in memory as a whole. The page appears under its
// path when it is finished, or not at all. Title, data and files are escaped here. Inserted text is never
// searched for the marks again, so a topic may be called {{data}}.
class PageFile {
 public:
  static Result<PageFile> create(const std::string& path, std::string_view title);  // title: plain text

  Status add_to_body(std::string_view html) { return file_.write(html); }
  // Adds data and files after the body. data: JSON. files: contents that the buttons save, by name; packed
  // here as one JSON object.
  Status add_files(std::string_view data, const std::map<std::string, std::string>& files);
  Status finish() { return file_.commit(); }

 private:
  PageFile(OutputFile file, std::string_view rest) : file_(std::move(file)), rest_(rest) {}

  OutputFile file_;
  std::string_view rest_;  // of the template
};

}  // namespace standfast::report
