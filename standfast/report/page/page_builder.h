// A page piece by piece: tables, slots that the script fills with figures, and words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "standfast/report/table/table.h"

namespace standfast::report {

class PageBuilder {
 public:
  // metric: the table is shown where that is chosen; "": always.
  void add(const Table& table, const std::string& metric = "");
  // Behind a line to click on.
  void add_hidden(const Table& table);
  void figure(const std::string& name, size_t corpus, const std::string& title, const std::string& caption);
  void list_of_words(const std::vector<std::string>& sentences);  // nothing where there are none
  void raw(std::string_view html) { html_ += html; }

  const std::vector<Table>& tables() const { return tables_; }  // every table of the page, in its order
  const std::string& html() const { return html_; }

 private:
  std::vector<Table> tables_;
  std::string html_;
};

}  // namespace standfast::report
